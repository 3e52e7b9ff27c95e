"""The one review: seats with their grades, the course, costly choices, and what each leads to."""

from __future__ import annotations

import shutil
import threading
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from games import bots, catalog
from games.core import Player, Seating
from games.judging import ChoiceWords, Judging
from games.session.setup import Shown
from games.shell.pages.review.page import CHANCE, NOTHING, ReviewPage, told_apart
from games.shell.pages.review.still import StillPage
from games.shell.table import Table
from tests.support.bots import written_bot
from tests.support.hands import FRAME, Rig, click, push_button
from tests.support.reviews import judged_match, open_review, shown_match
from tests.support.ruler import texts_told

pytestmark = pytest.mark.rig(size=(1280, 720), reduced_motion=True, mind_open=False)


def test_the_costliest_stand_first_and_the_focus_is_on_the_first(rig: Rig) -> None:
    page = open_review(rig.app, "ur")
    lost = [each.judged.lost for each in page.costly]
    assert len(lost) > 1
    assert lost == sorted(lost, reverse=True)
    assert all(each.judged.seat == 0 for each in page.costly)
    assert page.form.focused is page.rows[0], "Enter shows the costliest, it does not leave"
    first = page.costly[0]
    best = page.words.move(first.judged, first.judged.best)
    assert page.rows[0].second.endswith(f"Better: {best}.")
    assert page.told[0].startswith(("The dice gave you ", "The dice cost you "))
    assert page.told[1].startswith("Given away by a choice on average: You ")
    rig.key("return")
    still = rig.app.top
    assert isinstance(still, StillPage)
    assert still.found == first
    rig.key("escape")
    assert rig.app.top is page


def test_the_course_is_gone_through_by_keys_and_by_the_mouse(rig: Rig) -> None:
    page = open_review(rig.app, "ur")
    page.form.focus_on(page.course)
    rig.key("left")
    rig.key("left")
    assert page.course.at == len(page.found) - 2
    rig.key("return")
    still = rig.app.top
    assert isinstance(still, StillPage)
    assert still.found == page.found[-2]
    rig.key("escape")
    x, y, _, h = page.course.box
    click(rig.app, x + 2, y + h / 2)
    still = rig.app.top
    assert isinstance(still, StillPage)
    assert still.found == page.found[0]


def test_another_player_and_another_round_are_looked_at(rig: Rig) -> None:
    page = open_review(rig.app, "ra")
    assert page.words.part == "Part"
    push_button(page, "Next player")
    assert page.seat == 1
    assert all(each.judged.seat == 1 for each in page.costly)
    assert page.told[0].startswith(("The bag gave Rival 1 ", "The bag cost Rival 1 "))
    assert "the others' choices" in page.told[0]
    assert page.course.graph is not None
    assert [seat for seat, _ in page.course.graph.lines] == [0, 2]


def test_the_page_fills_while_choices_are_judged_and_judges_no_more_once_it_is_left(
    rig: Rig,
) -> None:
    shown, gate = shown_match("ur"), threading.Event()
    log = shown.log

    def late() -> Player:
        gate.wait(10.0)
        return catalog.watcher("ur", "judge")

    words = catalog.choice_words("ur")
    judging = Judging(catalog.rules("ur"), log.params, log.turns, words, late)
    page = ReviewPage(rig.app, shown, judging)
    rig.app.push(page)
    rig.app.frame(FRAME)
    assert page.told[0] == "Judging the choices: 0%."
    assert not page.rows
    gate.set()
    judging.wait()
    assert page.next_frame() is not None, "what came is still to be seen"
    rig.app.frame(FRAME)
    assert page.next_frame() is None
    assert page.rows
    rig.key("escape")
    assert rig.app.top is not page


def test_costly_choices_are_asked_once_more(rig: Rig) -> None:
    page = open_review(rig.app, "ur")
    asked = [each.asked for each in page.costly]
    push_button(page, f"Find better ({len(asked)})")
    still = rig.app.top
    assert isinstance(still, StillPage)
    assert [each.found.asked for each in still.positions] == asked
    assert still.asking


class Content(ChoiceWords):
    """Words of a judge that finds nothing."""

    def chapters(self, moments: object) -> list[object]:  # type: ignore[override]
        return []


def test_a_match_without_a_choice_says_so(rig: Rig) -> None:
    shown = shown_match("ur")
    log = shown.log
    make = partial(catalog.watcher, "ur", "judge")
    judging = Judging(catalog.rules("ur"), log.params, (), Content(), make)
    judging.wait()
    page = ReviewPage(rig.app, shown, judging)
    rig.app.push(page)
    rig.app.frame(FRAME)
    assert page.told == ("There was nothing to choose.", "")
    assert not page.rows
    assert not page.again.enabled


def texts_of(page: ReviewPage, rig: Rig, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    told = texts_told(monkeypatch)
    page.draw(rig.app.canvas)
    return told


def test_sums_that_may_be_chance_are_called_so(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    page = open_review(rig.app, "set")
    unsure = [f._replace(judged=f.judged._replace(error=99.0)) for f in page.found]
    monkeypatch.setattr(ReviewPage, "found", unsure)
    page.turn_to(0)
    told = texts_of(page, rig, monkeypatch)
    assert CHANCE in told
    assert NOTHING not in told
    assert page.told[0].startswith(("Your own choices gave you ", "Your own choices cost you "))


def test_accuracy_is_shown_where_no_loss_is_estimated(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_review(rig.app, "ur")
    exact = [f._replace(judged=f.judged._replace(error=0.0)) for f in page.found]
    monkeypatch.setattr(ReviewPage, "found", exact)
    told = texts_of(page, rig, monkeypatch)
    assert any("% accuracy" in line for line in told)
    told.clear()
    unsure = [f._replace(judged=f.judged._replace(error=0.2)) for f in exact]
    monkeypatch.setattr(ReviewPage, "found", unsure)
    page.draw(rig.app.canvas)
    assert "accuracy" not in " ".join(told).lower()
    assert any("lost a choice" in line for line in told)


def test_the_mean_losses_of_four_seats_are_read_to_their_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = Rig(tmp_path, (800, 600))
    page = open_review(rig.app, "ctf")
    page.names = ("You", "Left, second Gatherer", "Right, first Belief", "Right, second Belief")
    told = texts_of(page, rig, monkeypatch)
    assert page.told[1] in " ".join(told)
    rig.app.close()


@pytest.mark.parametrize("size", [(800, 600), (1280, 720), (2560, 1440)])
@pytest.mark.parametrize("game", ["ur", "ra", "set"])
def test_nothing_lies_over_anything_else(tmp_path: Path, game: str, size: tuple[int, int]) -> None:
    rig = Rig(tmp_path, size)
    page = open_review(rig.app, game)
    boxes = [widget.box for widget in page.form.widgets]
    width, height = page.size
    for n, (x, y, w, h) in enumerate(boxes):
        assert x >= 0
        assert x + w <= width
        assert y + h <= height
        assert h >= 44
        for other in boxes[n + 1 :]:
            ox, oy, ow, oh = other
            assert x + w <= ox or ox + ow <= x or y + h <= oy or oy + oh <= y
    rig.app.close()


def test_two_of_one_name_are_told_apart_by_their_seats() -> None:
    shown = shown_match("jaipur")
    same = Shown(shown.log, ["Anna", "Anna"])
    places = [seat.name for seat in catalog.spec("jaipur").seats_for(shown.log.params)]
    assert told_apart(same) == tuple(f"{place} Anna" for place in places)
    assert told_apart(Shown(shown.log, ["Anna", "Bo"])) == ("Anna", "Bo")
    assert told_apart(Shown(shown.log)) == tuple(places)


def test_playing_on_begins_at_the_choice_as_practice(rig: Rig) -> None:
    page = open_review(rig.app, "ur")
    choice = page.costly[0].asked.choice
    page.show(page.costly[0])
    push_button(rig.app.top, "Play on")
    table = rig.app.top
    assert isinstance(table, Table)
    assert table.setup.practice
    assert not table.setup.replay
    assert len(table.match.turns) == choice.turn
    assert table.session.due() == 0


def test_a_match_against_a_bot_is_played_on_once_a_person_lets_it_run(
    rig: Rig, bot_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = written_bot(bot_home, "def choose(view, legal, rng):\n    return legal[0]\n")
    shown = shown_match("ur")
    seats = tuple(Seating(kept) if s.agent != "human" else s for s in shown.log.seats)
    shown = shown._replace(log=replace(shown.log, seats=seats))
    page = rig.show(ReviewPage(rig.app, shown, judged_match("ur")))
    page.show(page.costly[0])
    still = rig.app.top
    monkeypatch.setattr(bots, "KNOWN", {})  # as in the next start of the arcade
    push_button(still, "Play on")
    push_button(rig.app.top, "Run it")
    assert rig.app.top is still, "it has to be among the player's own bots"
    assert any("no mine.py among your bots" in told for told in rig.app.toasts.texts)
    own = bots.folder()
    assert own is not None
    own.mkdir(parents=True)
    shutil.copy(bot_home / "mine.py", own)
    push_button(still, "Play on")
    assert rig.app.top is not still
    push_button(rig.app.top, "Run it")
    table = rig.app.top
    assert isinstance(table, Table)
    assert table.setup.practice
    assert table.session.forfeited is None
