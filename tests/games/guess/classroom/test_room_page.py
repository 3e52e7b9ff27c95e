"""A room on the wall: opening and closing rounds, what is shown when, what a class may see."""

from __future__ import annotations

import queue
import re
import subprocess
import time
from pathlib import Path
from typing import Any

import pygame
import pytest

from games.core import Seal
from games.guess.classroom import room_page as module
from games.guess.classroom.drawing import (
    SEALED,
    SEALED_LATE,
    mind_words,
    reading_words,
    winners_words,
)
from games.guess.classroom.follower import LOST, Now
from games.guess.classroom.foresight import Expected, Foresight
from games.guess.classroom.replies import ClosedRound, Code, LeaderRow, Named, RoomNow, RoundNow
from games.guess.classroom.room_keys import KeptRoom
from games.guess.classroom.room_page import (
    BOARD,
    JOIN,
    ROUND,
    THINKING,
    VIEWS,
    Closing,
    RoomPage,
)
from games.guess.classroom.seals import Sealed, Seals
from games.guess.line import TAKEN
from games.guess.rules.names import LONGEST_TITLE
from games.shell.draw.theme import HEADING, HUGE, TEXT
from games.shell.pages.help import HelpPage
from tests.support.hands import Rig, until
from tests.support.words import Words

ROOM = KeptRoom("K7PQM", "host", "7b")
GUESSES = (33, 22, 50, 67, 33, 20, 15, 90)


class Known:
    """What a follower would know, with notes of what it was asked for."""

    def __init__(self) -> None:
        self.notices: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.asked: list[Any] = []
        self.late = False
        self.now = Now()
        self._foresight, self.seals = Foresight((2, 3), 0, 100), Seals(None, "K7PQM")
        self.tell(None)

    def expected(self) -> Expected | None:
        found = self._foresight.expected()
        if found is None:
            return None
        return found._replace(sealed=self.seals.make(found.number, found.target, self.late))

    def start(self) -> None:
        self.asked.append("start")

    def stop(self) -> None:
        self.asked.append("stop")

    def open_round(self, closes_after: int | None, seconds: int | None) -> None:
        self.asked.append(("open", closes_after, seconds))

    def close_round(self, number: int) -> None:
        self.asked.append(("close", number))

    def remove(self, named: Named) -> None:
        self.asked.append(("remove", named))

    def rename(self, named: Named, name: str) -> None:
        self.asked.append(("rename", named, name))

    def free(self, named: Named) -> None:
        self.asked.append(("free", named))

    def show(self, number: int) -> None:
        self.asked.append(("show", number))

    def restart(self) -> None:
        self.asked.append("restart")

    def export(self) -> str:
        return "round,player\n"

    def tell(self, last: RoundNow | None, players: int = 8, **more: Any) -> None:
        room = RoomNow("K7PQM", "Class 7b", (2, 3), 0, 100, players, last)
        code = Code("http://192.0.2.7:8023/r/K7PQM", ("10" * 14 + "1",) * 29)
        forecasts = self.now.forecasts or (self.expected(),)
        told = {"room": room, "code": code, "forecasts": forecasts, "trouble": "", **more}
        self.now = self.now._replace(**told)

    def open(self, number: int, guessed: int = 0, closes_at: float | None = None) -> None:
        self.tell(RoundNow(number, True, guessed, None, closes_at))

    def close(self, number: int, guesses: tuple[int, ...] = GUESSES) -> None:
        counts = {guess: guesses.count(guess) for guess in sorted(guesses)}
        mean = sum(guesses) / len(guesses) if guesses else None
        target = None if mean is None else mean * 2 / 3
        won = (("Ada", 22),) if guesses else ()
        found = ClosedRound(
            number, tuple(counts.items()), mean, target, won, 1.0 if guesses else None
        )
        self._foresight.learn(guesses)
        self.tell(
            RoundNow(number, False, len(guesses), None, None),
            outcomes=(*self.now.outcomes, found),
            board=(LeaderRow(1, "Ada", number, 1, 1.5), LeaderRow(2, "Bob", number, 0, 2.5)),
            forecasts=(*self.now.forecasts, self.expected()),
            readings=tuple(self._foresight.readings),
        )


@pytest.fixture
def known() -> Known:
    return Known()


@pytest.fixture
def page(rig: Rig, known: Known) -> RoomPage:
    follower: Any = known
    return rig.show(RoomPage(rig.app, ROOM, follower, False, known.restart))


def test_a_round_is_opened_watched_and_closed(rig: Rig, known: Known, page: RoomPage) -> None:
    assert page.view == JOIN
    rig.key("return")
    assert known.asked == ["start", ("open", None, None)]
    rig.key("return")
    assert len(known.asked) == 2, "until the service has answered it is not asked again"
    known.open(1)
    rig.frames(2)
    assert page.view == ROUND
    assert page.main.label == "Close round"
    known.open(1, 5)
    rig.key("return")
    assert known.asked[-1] == ("close", 1)
    known.close(1)
    rig.frames(2)
    assert page.closing.running
    rig.key("space")
    assert not page.closing.running
    assert page.main.label == "Open round 2"
    rig.key("f1")
    assert isinstance(rig.app.top, HelpPage)
    rig.key("escape")
    assert rig.app.top is page
    assert "stop" not in known.asked, "the room is followed meanwhile"
    rig.key("escape")
    assert rig.app.top is rig.floor
    assert known.asked[-1] == "stop"


def test_a_round_that_is_open_is_shown_when_the_window_comes_back(rig: Rig, known: Known) -> None:
    known.open(1, 3)
    follower: Any = known
    page = rig.show(RoomPage(rig.app, ROOM, follower, False, known.restart))
    assert page.view == ROUND
    assert not page.closing.running


def test_a_service_that_has_ended_is_started_again_from_here(
    rig: Rig, known: Known, page: RoomPage
) -> None:
    known.open(1, 3)
    rig.frames()
    known.now = known.now._replace(trouble=LOST)
    rig.frames()
    assert page.main.label == "Start service"
    rig.key("return")
    assert rig.app.top is rig.floor
    assert known.asked[-2:] == ["stop", "restart"]


def test_views_by_tabs_and_earlier_rounds(rig: Rig, known: Known, page: RoomPage) -> None:
    for number in (1, 2, 3):
        known.open(number)
        rig.frames()
        known.close(number)
        rig.frames()
    page.closing.stop()
    assert page.shown == 3
    rig.click_on(page.earlier)
    assert page.shown == 2
    rig.key("pageup")
    rig.key("pageup")
    assert page.shown == 1
    rig.pad(5)
    assert page.view == THINKING
    rig.click_on(page.later)
    assert page.shown == 2
    rig.pad(5)
    assert page.view == BOARD
    rig.click_on(page.save)
    rig.frames(30)
    known.open(4)
    rig.frames()
    assert page.view == ROUND, "what is to be done goes before what was looked at"


def test_phones_show_a_result_once_its_target_has_fallen_on_the_wall(
    rig: Rig, known: Known, page: RoomPage
) -> None:
    def said() -> list[int]:
        return [asked[1] for asked in known.asked if asked[0] == "show"]

    known.open(1)
    rig.frames()
    known.close(1)
    rig.frames(2)
    assert page.closing.running
    while page.closing.progress < TAKEN:
        assert said() == [], "not before"
        rig.frames()
    rig.frames()
    assert page.closing.running
    assert said() == [1]
    known.open(2)
    rig.frames()
    known.close(2)
    rig.frames(2)
    rig.key("space")
    rig.frames()
    assert said() == [1, 2], "a close that is skipped has been shown"
    rig.frames(60)
    assert said() == [1, 2], "once each"


def test_the_question_and_the_time_stand_large_through_the_round(
    rig: Rig, known: Known, page: RoomPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [
        "Name a number from 0 to 100.",
        "Whoever is nearest to two thirds of the average wins.",
    ]
    page.tabs.turn(1)
    assert [text for text in drawn(rig, page, monkeypatch) if text in asked] == asked
    for left, words in ((18, "18 s"), (75, "1:15"), (3, "3 s")):
        known.open(1, 3, time.time() + left)
        rig.frames(2)
        sizes = drawn_at(rig, page, monkeypatch)
        assert [text for text in sizes if text in asked] == asked
        assert min(sizes[text] for text in asked) >= HEADING
        assert sizes[words] >= HUGE
        assert sizes["3"] >= HUGE
        assert "of 8 have guessed" in sizes
    known.open(1, 3)
    rig.frames(2)
    assert "left" not in drawn(rig, page, monkeypatch)


def test_the_steps_stand_with_their_numbers(
    rig: Rig, known: Known, page: RoomPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    known.close(1)
    page.tabs.turn(2)
    rig.frames()
    page.closing.stop()
    page.tabs.turn(THINKING - page.view)
    texts = drawn(rig, page, monkeypatch)
    told = "From the middle, each step takes 2/3 of the number before: 50, 33, 22, 15."
    assert told in texts
    rows = {row: texts[texts.index(row) + 1] for row in ("0 steps", "1 step", "2 steps", "4 steps")}
    assert list(rows.values()) == ["50", "33", "22", "10"]
    assert "no pattern" in texts


def test_the_folder_of_the_table_is_opened(
    rig: Rig, known: Known, page: RoomPage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened: list[Path] = []
    known.close(1)
    rig.frames()
    page.tabs.turn(BOARD - page.view)
    assert page.folder not in page.form.widgets, "before there is a table"
    monkeypatch.setenv("HOME", str(tmp_path))
    rig.click_on(page.save)
    until(rig.app, lambda: page.folder in page.form.widgets, step=0.001)
    page.draw(rig.app.canvas)
    monkeypatch.setattr(module, "open_folder", lambda folder: bool(opened.append(folder)))
    rig.click_on(page.folder)
    assert [folder.name for folder in opened] == ["exports"]
    assert "No program here shows folders" in rig.app.toasts.texts[-1]
    assert (opened[0] / "guess-k7pqm.csv").read_text() == "round,player\n"


def test_nothing_but_the_count_is_drawn_while_a_round_is_open(
    rig: Rig, known: Known, page: RoomPage
) -> None:
    """Two windows that know different guesses of an open round draw the same."""
    known.close(1)
    rig.frames()
    known.open(2, 4)
    rig.frames(2)
    page.draw(rig.app.canvas)
    first = pygame.image.tobytes(rig.app.canvas.surface, "RGB")
    known.now = known.now._replace(board=(), readings=())
    page.draw(rig.app.canvas)
    assert pygame.image.tobytes(rig.app.canvas.surface, "RGB") == first
    known.open(2, 5)
    page.draw(rig.app.canvas)
    assert pygame.image.tobytes(rig.app.canvas.surface, "RGB") != first


def drawn(rig: Rig, page: RoomPage, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that the page draws."""
    return [words for words, _ in written(rig, page, monkeypatch)]


def drawn_at(rig: Rig, page: RoomPage, monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """The texts that the page draws, and the size of each."""
    return dict(written(rig, page, monkeypatch))


def written(rig: Rig, page: RoomPage, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, float]]:
    texts: list[tuple[str, float]] = []
    canvas = rig.app.canvas
    write = canvas.text

    def noted(words: str, place: Any, size: float = TEXT, *given: Any, **more: Any) -> Any:
        texts.append((words, size))
        return write(words, place, size, *given, **more)

    with monkeypatch.context() as patch:
        patch.setattr(canvas, "text", noted)
        page.draw(canvas)
    return texts


@pytest.mark.parametrize("guesses", [GUESSES, ()])
def test_the_wall_shows_the_whole_seal_and_how_to_check_it(
    rig: Rig, known: Known, page: RoomPage, monkeypatch: pytest.MonkeyPatch, guesses: Any
) -> None:
    known.open(1, 3)
    rig.frames(2)
    open_texts = drawn(rig, page, monkeypatch)
    digits = next(text for text in open_texts if re.fullmatch("[0-9a-f]{64}", text))
    assert SEALED in open_texts
    expected = known.now.forecasts[0]
    assert expected is not None
    assert expected.sealed is not None
    assert expected.sealed.seal.nonce not in " ".join(open_texts), "it opens with the result"
    known.close(1, guesses)
    rig.frames(2)
    page.closing.stop()
    texts = drawn(rig, page, monkeypatch)
    assert digits in texts
    told = next(text for text in texts if text.startswith("Check: "))
    made = subprocess.run(
        ["sh", "-c", told.removeprefix("Check: ")], capture_output=True, text=True, check=True
    )
    assert made.stdout.split()[0] == digits
    assert f"{expected.shown:.2f} | " in told


def test_a_seal_that_was_lost_is_told_to_be_void(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    known = Known()
    known.late, known.now = True, Now()
    known.seals = Seals(None, "K7PQM")
    known.open(1, 3)
    follower: Any = known
    page = rig.show(RoomPage(rig.app, ROOM, follower, False, known.restart))
    assert SEALED_LATE in drawn(rig, page, monkeypatch)
    assert "void" in SEALED_LATE


def test_everything_can_be_drawn(rig: Rig, known: Known, page: RoomPage) -> None:
    def draw_all() -> None:
        for _ in range(len(VIEWS)):
            page.tabs.turn(1)
            page.draw(rig.app.canvas)

    draw_all()
    known.open(1, 2, 1e12)
    rig.frames()
    draw_all()
    known.close(1, ())
    rig.frames()
    draw_all()
    known.close(2)
    rig.app.change_settings(reduced_motion=True, larger_text=True, high_contrast=True)
    rig.frames()
    draw_all()
    known.tell(known.now.room.round if known.now.room else None, trouble="Nobody answers.")
    draw_all()


def test_ways_to_close() -> None:
    closing = Closing()
    assert closing.terms == (None, None)
    closing.players = 28
    labels = closing.labels()
    found = {}
    for closing.index, label in enumerate(labels):
        found[label] = closing.terms
    assert found["by hand"] == (None, None)
    assert found["after 30 s"] == (None, 30)
    assert found["after 5 min"] == (None, 300)
    assert found["after 28 guesses"] == (28, None)
    assert found["after 14 guesses"] == (14, None)
    closing.players = 1
    assert closing.terms == (None, None), "those who left take their number with them"


def test_words_of_a_close() -> None:
    names = tuple((name, 22) for name in "ABCDEFG")
    outcome = ClosedRound(1, ((22, 7),), 22.0, 14.67, names, 7.33)
    assert winners_words(outcome) == "Nearest with 22: A, B, C, D, E and 2 more"
    two = outcome._replace(winners=(("A", 10), ("B", 12)))
    assert winners_words(two) == "Nearest with 10 or 12: A and B"
    seal = Seal("ab" * 16, "14.17")
    expected = Expected(1, 14.174, 10.0, 18.0, Sealed(seal, False))
    told = mind_words(outcome, expected)
    assert told == "Mind had sealed 14.17: 0.50 off, and expected 10 to 18."
    late = mind_words(outcome, expected._replace(sealed=Sealed(seal, True)))
    assert late.startswith("Mind had sealed 14.17 after the round began: 0.50 off")
    never = mind_words(outcome, expected._replace(sealed=None))
    assert never.startswith("Mind would have said 14.17, which nobody had sealed: 0.50 off")
    assert mind_words(outcome, None) == ""
    assert reading_words((3, 14, 8, 2, 0, 1)) == "14 of 28 thought one step ahead"
    assert reading_words((0, 1, 0, 0, 1, 2)) == "2 of 4 fit no pattern"


def test_a_long_title_leaves_room_for_the_number_of_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig, known = Rig(tmp_path, (800, 600)), Known()
    known.open(1, 3)
    assert known.now.room is not None
    known.now = known.now._replace(room=known.now.room._replace(title="W" * LONGEST_TITLE))
    follower: Any = known
    rig.show(RoomPage(rig.app, ROOM, follower, False, known.restart))
    words = Words(rig.app, monkeypatch)
    words.look()
    assert any("joined" in word.text for word in words.seen)
    assert not [found for found in words.overlaps() if "joined" in found]
