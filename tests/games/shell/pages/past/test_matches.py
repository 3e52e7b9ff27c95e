"""The list of matches: rows, replay, stars, text and files, deleting; and matches of others."""

from __future__ import annotations

import dataclasses
import errno
import itertools
import os
from pathlib import Path

import pygame
import pytest

from games import catalog, log
from games.fields import BadSave
from games.session.archiving import past_log, read_match, sign_of
from games.session.session import Session
from games.session.setup import Shown
from games.session.starting import make_setup
from games.shell.pages.past import exchange, matches
from games.shell.pages.past.exchange import OpenPage, match_folder
from games.shell.pages.past.matches import MatchesPage
from games.shell.pages.past.replay import ReplayPage
from games.shell.pages.past.rows import second_of, title_of
from games.shell.pages.review.page import ReviewPage, judging_of
from games.shell.pages.statistics import StatisticsScene
from games.shell.pages.text_files import newest_files
from games.shell.table import Table
from games.shell.widgets.basic import Button
from games.store.library import Library
from games.store.past import MATCH_FILE, PastLog, PastMatch
from games.store.profiles import Profile
from games.store.statistics import MatchResult
from tests.support.hands import Rig, filmed_whole, push_button, touch
from tests.support.replays import played
from tests.support.ruler import Ruler

pytestmark = pytest.mark.rig(here=True, player="Ada")


def kept(number: int, **more: object) -> PastLog:
    found = played("karate", seed=number)
    outcome = ("won", "lost", "drawn")[number % 3]
    result = MatchResult("karate", "sensei", outcome, "rounds=10", 10, 45.0, 35.0)  # type: ignore[arg-type]
    ended = f"2026-01-{1 + number:02d}T14:05:00+00:00"
    row = dataclasses.replace(PastMatch(f"m{number}", ended, result, 0, 0), **more)  # type: ignore[arg-type]
    return past_log(found, result, ["Ada", "The sensei"], (45.0, 35.0), 0, row)


@pytest.fixture(scope="module")
def pasts() -> list[PastLog]:
    return [kept(number, counted="glass" if number == 1 else "record") for number in range(3)]


@pytest.fixture(name="rig")
def with_three_matches(rig: Rig, pasts: list[PastLog]) -> Rig:
    for past in pasts:
        rig.app.library.archive.keep(ada(rig).id, past)
    return rig


def ada(rig: Rig) -> Profile:
    found = rig.app.profile
    assert found is not None
    return found


def opened(rig: Rig) -> MatchesPage:
    return rig.show(MatchesPage(rig.app, ada(rig), "karate"))


def keys(rig: Rig) -> list[str]:
    return [row.key for row in rig.app.library.archive.finished(ada(rig).id, "karate")]


def told(rig: Rig) -> str:
    return " ".join(rig.app.toasts.texts)


def test_rows_tell_how_it_went_when_and_what_it_counted_for(rig: Rig) -> None:
    page = opened(rig)
    rows = [one for one in page.matches if isinstance(one, PastMatch)]
    assert [row.key for row in rows] == ["m2", "m1", "m0"]
    assert title_of(rows[2]) == "Won 45 : 35 against The sensei"
    assert second_of(rows[2]) == "1 Jan 2026, 14:05"
    assert second_of(rows[1]) == "2 Jan 2026, 14:05, its mind first, counted for nothing"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("beta=0.1, rounds=25, table=classic", "10 turns. Strength 0.1, 25 rounds"),
        ("rounds=10, was=gone", "10 rounds, was gone"),
        ("rounds=many", "10 turns. Rounds many"),
    ],
)
def test_the_options_of_a_match_are_told_in_words(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, options: str, words: str
) -> None:
    library = rig.app.library
    found = played("karate", seed=8)
    result = MatchResult("karate", "sensei", "won", options, 10, 45.0, 35.0)
    row = PastMatch("m9", "2026-02-01T14:05:00+00:00", result, 10, 0)
    past = past_log(found, result, ["Ada", "The sensei"], (45.0, 35.0), 0, row)
    library.archive.keep(ada(rig).id, past)
    page = opened(rig)
    shown = " ".join(line.text for line in Ruler(monkeypatch).draw(page, rig.app.canvas))
    assert getattr(page.chosen, "turns", 0) == 10
    assert words in shown
    assert shown.count("turns.") == words.count("turns.")


def test_a_row_is_replayed_and_left_again(rig: Rig, pasts: list[PastLog]) -> None:
    page = opened(rig)
    rig.key("down", "return")
    replay = filmed_whole(rig.app)
    assert isinstance(replay, ReplayPage)
    assert replay.shown.log.turns == log.decode(pasts[1].text).turns
    assert replay.table.seat_name(0) == "Ada"
    assert "45 : 35" in replay.notice  # the row was made by hand: the match ended otherwise
    rig.key("escape")
    assert rig.app.top is page
    assert page.index == 1


@pytest.mark.parametrize("how", ["keys", "mouse", "pad"])
def test_a_kept_match_is_reviewed_and_left_again(rig: Rig, pasts: list[PastLog], how: str) -> None:
    page = opened(rig)
    if how == "mouse":
        touch(rig.app, next(w for w in page.body.widgets if getattr(w, "label", "") == "Review"))
    else:
        move = rig.key if how == "keys" else rig.hat
        move("right")
        for _ in range(5):
            if getattr(page.body.focused, "label", "") != "Review":
                move("up")
        if how == "keys":
            rig.key("return")
        else:
            rig.pad(0)
    top = rig.app.top
    assert isinstance(top, ReviewPage)
    assert top.log.turns == log.decode(pasts[2].text).turns
    assert top.names == ("Ada", "The sensei")
    top.judging.wait()
    assert not top.judging.problem
    assert {found.judged.seat for found in top.judging.found} == {0, 1}
    rig.key("escape")
    assert rig.app.top is page


def test_in_the_smallest_window_no_button_lies_on_another(rig: Rig) -> None:
    page = opened(rig)
    page.layout(800, 600)
    boxes = sorted(widget.box for widget in page.body.widgets[1:])
    assert len(boxes) == 6
    for (_, above, _, high), (_, below, _, _) in itertools.pairwise(boxes):
        assert above + high < below
    assert boxes[-1][1] + boxes[-1][3] <= min(w.box[1] for w in page.foot.widgets)


def test_only_games_that_judge_have_a_review_of_kept_matches(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalog, "judges", lambda game: False)
    page = opened(rig)
    labels = [getattr(widget, "label", "") for widget in page.body.widgets[1:]]
    assert labels == ["Replay", "Star", "Copy as text", "Save as a file", "Delete"]


def test_the_review_of_a_match_against_the_rules_says_so(rig: Rig, pasts: list[PastLog]) -> None:
    found = log.decode(pasts[0].text)
    found.turns[3] = ((0, "kick"),)
    judging = judging_of(Shown(found, ["Ada", ""]))
    judging.wait()
    assert judging.problem.startswith("This match cannot be played here: ")
    page = rig.show(ReviewPage(rig.app, Shown(found, ["Ada", ""]), judging))
    assert page.told == (judging.problem, "")


@pytest.mark.parametrize("label", ["Replay", "Review", "Star", "Copy as text", "Save as a file"])
def test_what_another_window_has_deleted_is_told_of(rig: Rig, label: str) -> None:
    page = opened(rig)
    other = Library(rig.app.library.store)
    other.archive.forget(ada(rig).id, "karate", page.chosen.key)  # type: ignore[union-attr]
    push_button(page, label)
    assert told(rig) == matches.GONE
    assert len(page.matches) == 2
    push_button(page, "Star")  # that of the next
    assert told(rig) == matches.GONE
    assert page.chosen.starred  # type: ignore[union-attr]


def test_by_pad_a_star_is_given_and_taken(rig: Rig) -> None:
    page = opened(rig)
    rig.hat("right")
    while getattr(page.body.focused, "label", "") != "Star":
        rig.hat("up")
    rig.pad(0)
    assert page.chosen.starred  # type: ignore[union-attr]
    assert rig.app.library.archive.finished(ada(rig).id, "karate")[0].starred
    push_button(page, "Take the star")
    assert not page.chosen.starred  # type: ignore[union-attr]


def test_a_match_is_deleted_once_that_was_confirmed(rig: Rig) -> None:
    page = opened(rig)
    push_button(page, "Delete")
    assert rig.app.top is not page
    rig.key("escape")
    assert keys(rig) == ["m2", "m1", "m0"]
    push_button(page, "Delete")
    push_button(rig.app.top, "Delete it")
    assert rig.app.top is page
    assert keys(rig) == ["m1", "m0"]
    assert len(page.matches) == 2


def test_a_damaged_match_is_put_aside_when_it_is_opened(rig: Rig) -> None:
    page = opened(rig)
    root = rig.app.library.store.root
    assert root is not None
    (path,) = root.rglob("m2.json")
    path.write_bytes(b"nonsense")
    push_button(page, "Replay")
    assert rig.app.top is page
    assert [one.key for one in page.matches if isinstance(one, PastMatch)] == ["m1", "m0"]


def test_an_unfinished_match_stands_first_and_is_taken_up(rig: Rig) -> None:
    session = Session(make_setup("karate", "nash", None, {"rounds": 10}, False), rig.app.library)
    for _ in range(4):
        session.advance(10.0)
        session.choose(0, "kick")
        session.advance(10.0)
    session.save()
    page = opened(rig)
    assert page.list.rows[0][0] == "You v the wall, round 5 of 10"
    push_button(page, "Continue")
    table = rig.app.top
    assert isinstance(table, Table)
    assert len(table.match.turns) == 4
    assert table.session.keeping.match_id == session.keeping.match_id
    rig.app.pop()
    push_button(page, "Give it up")
    push_button(rig.app.top, "Give it up")
    assert [one for one in page.matches if not isinstance(one, PastMatch)] == []


def test_statistics_lead_to_the_matches_of_the_open_tab(rig: Rig) -> None:
    rig.app.library.record(ada(rig).id, MatchResult("karate", "sensei", "won"))
    rig.app.library.refresh()
    rig.show(StatisticsScene(rig.app, ada(rig)))
    push_button(rig.app.top, "Matches")
    assert isinstance(rig.app.top, MatchesPage)
    assert len(rig.app.top.matches) == 3


def test_who_has_no_match_is_told_so(rig: Rig) -> None:
    page = MatchesPage(rig.app, ada(rig), "ur")
    rig.show(page)
    rig.key("down", "up", "escape")
    assert rig.app.top is rig.floor


def test_the_limit_is_told(rig: Rig) -> None:
    assert matches.LIMIT == "The last 500 are kept, and older ones with a star."


# -- taken elsewhere -----------------------------------------------------------------------


def test_a_match_saved_as_a_file_is_opened_again(rig: Rig, pasts: list[PastLog]) -> None:
    page = opened(rig)
    push_button(page, "Save as a file")
    (path,) = match_folder(rig.app).iterdir()
    assert path.name == "karate-2026-01-03-m2.match"
    shown = read_match(path.read_bytes())
    assert shown.log.turns == log.decode(pasts[2].text).turns
    assert list(shown.names) == ["Ada", ""]
    assert shown.changed == ()
    (path.parent / "lost.match").symlink_to("/nowhere")  # hides none of the others
    push_button(page, "Open")
    chooser = rig.app.top
    assert isinstance(chooser, OpenPage)
    push_button(chooser, path.name)
    assert isinstance(filmed_whole(rig.app), ReplayPage)


def test_files_are_offered_by_names_that_can_be_drawn(rig: Rig, pasts: list[PastLog]) -> None:
    folder, blob = match_folder(rig.app), MATCH_FILE.encode(pasts[0])
    folder.mkdir()
    for number, name in enumerate(("Zoë.match", "a\nb.match", "\u202egnp.match", "\udcff.match")):
        (folder / name).write_bytes(blob)
        os.utime(folder / name, (number, number))
    chooser = OpenPage(rig.app)
    rig.show(chooser)
    labels = [row.label for row in chooser.body.widgets if isinstance(row, Button)]
    assert labels[1:-1] == ["?.match", "'\\u202egnp.match'", "'a\\nb.match'", "Zoë.match"]
    assert not any(str(folder) in getattr(row, "text", "") for row in chooser.body.widgets)
    push_button(chooser, "Show folder")
    assert str(folder) in rig.app.top.text
    rig.app.pop()
    push_button(chooser, "'a\\nb.match'")
    assert isinstance(filmed_whole(rig.app), ReplayPage)


def test_a_file_that_has_just_gone_hides_no_other(
    rig: Rig, pasts: list[PastLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = match_folder(rig.app)
    folder.mkdir()
    for name in ("gone.match", "good.match"):
        (folder / name).write_bytes(MATCH_FILE.encode(pasts[0]))
    stat, asked = Path.stat, []

    def once(path: Path, **more: bool) -> os.stat_result:
        if path.name == "gone.match":
            asked.append(path)
            if len(asked) > 1:
                raise FileNotFoundError(errno.ENOENT, "gone")
        return stat(path, **more)

    monkeypatch.setattr(Path, "stat", once)
    assert [path.name for path in newest_files(rig.app, ".match", 9)] == ["good.match"]
    assert len(asked) == 2


def test_a_match_is_copied_and_pasted(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    board: list[str] = []

    def put(text: str) -> bool:
        board.append(text)
        return True

    monkeypatch.setattr(exchange, "to_clipboard", put)
    monkeypatch.setattr(exchange, "from_clipboard", lambda most: board[-1][:most] if board else "")
    page = opened(rig)
    chooser = OpenPage(rig.app)
    rig.show(chooser)
    push_button(chooser, "Paste a match")
    assert told(rig) == exchange.NOTHING_THERE
    rig.app.pop()
    push_button(page, "Copy as text")
    assert exchange.COPIED in told(rig)
    rig.show(chooser)
    push_button(chooser, "Paste a match")
    assert isinstance(filmed_whole(rig.app), ReplayPage)
    rig.app.pop()
    board.append(log.encode(played("ur", 30)))  # the text of a match, as in a report of a fault
    push_button(chooser, "Paste a match")
    assert isinstance(filmed_whole(rig.app), ReplayPage)


def test_a_file_is_dropped_on_the_window(rig: Rig, tmp_path: Path, pasts: list[PastLog]) -> None:
    path = tmp_path / "of a friend.match"
    path.write_bytes(MATCH_FILE.encode(pasts[0]))
    rig.give(pygame.DROPFILE, file=str(path))
    assert isinstance(filmed_whole(rig.app), ReplayPage)
    rig.app.pop()
    for file, why in (
        (tmp_path / "none.match", "none.match cannot be read (No such file or directory)."),
        (tmp_path, f"{tmp_path.name} is no match: it is not a plain file."),
    ):
        rig.give(pygame.DROPFILE, file=str(file))
        assert rig.app.top is rig.floor
        assert why in told(rig)


def test_what_is_no_match_of_here_is_told_of_in_a_sentence(rig: Rig, pasts: list[PastLog]) -> None:
    past = pasts[0]
    found = log.decode(past.text)
    strange = log.encode(dataclasses.replace(found, turns=[*found.turns, found.turns[0]]))
    unknown = past.text.replace('"sensei"', '"stranger"')
    other = dataclasses.replace(past, row=dataclasses.replace(past.row, seed=12345))
    grown = log.encode(dataclasses.replace(found, params={**found.params, "future": 1}))
    good = MATCH_FILE.encode(past)
    for blob, why in (
        (b"", "no match that can be opened"),
        (b"hello", "no match that can be opened"),
        (b"\xff\xfe", "not a match of the arcade"),
        (good.replace(b" 1:", b" 0:", 1), "data are not those that were written"),
        (MATCH_FILE.encode(other), "different matches"),
        (strange.encode(), "cannot be played here"),
        (grown.encode(), "cannot be played here: Virtual Karate has no option 'future'"),
        (unknown.encode(), "no agent 'stranger'"),
    ):
        before = len(rig.app.toasts.texts)
        assert not exchange.open_text(rig.app, blob), blob[:80]
        assert why in " ".join(rig.app.toasts.texts[before:] or rig.app.toasts.texts)
        assert rig.app.top is rig.floor


def test_a_match_of_somebody_else_reads_and_changes_nothing_that_is_kept(
    rig: Rig, tmp_path: Path, pasts: list[PastLog]
) -> None:
    library = rig.app.library
    library.save_learned(ada(rig).id, "karate", "{}")

    def content() -> dict[str, bytes]:
        files = (path for path in tmp_path.rglob("*") if path.is_file())
        return {str(path): path.read_bytes() for path in files}

    before = content()
    assert exchange.open_text(rig.app, MATCH_FILE.encode(pasts[0]))
    rig.frames(120, 0.2)
    rig.key("escape")
    assert content() == before


def test_where_an_agent_plays_with_other_weights_it_is_told(pasts: list[PastLog]) -> None:
    past = pasts[0]
    assert past.row.agents == {1: sign_of("karate", log.decode(past.text).seats[1])}
    older = dataclasses.replace(past, row=dataclasses.replace(past.row, agents={1: "0123"}))
    assert read_match(MATCH_FILE.encode(older)).changed == (1,)


def test_a_row_without_turns_is_no_match(pasts: list[PastLog]) -> None:
    found = log.decode(pasts[0].text)
    bare = log.encode(dataclasses.replace(found, turns=[], draws={}))
    row = dataclasses.replace(pasts[0].row, turns=0)
    with pytest.raises(BadSave, match="different matches"):
        read_match(MATCH_FILE.encode(PastLog(row, bare)))
