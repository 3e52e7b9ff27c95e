"""The exercise room: costly choices of kept matches, asked on the table, and coming again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from games import catalog
from games.log import encode
from games.moments import Moments
from games.shell.pages.launcher import Launcher
from games.shell.pages.review import gathering
from games.shell.pages.review.exercises import ExerciseRoom, Sitting
from games.shell.pages.review.gathering import Gathering, asking_games, shipped
from games.shell.widgets.two_lines import TwoLines
from games.store.library import Library
from games.store.past import PastLog, PastMatch
from games.store.statistics import MatchResult, SeatResult
from tests.support.hands import Rig, push_button, until
from tests.support.reviews import shown_match


def keep_finished(
    library: Library, player: str, game: str, key: str, day: int, counted: str
) -> None:
    """Keep the match of a game as one that the player finished on a day."""
    shown = shown_match(game)
    seats = tuple(
        SeatResult(name, seating.agent, 0.0, 1)
        for name, seating in zip(shown.names, shown.log.seats, strict=True)
    )
    result = MatchResult(game, shown.log.seats[1].agent, "lost", "", seats=seats)
    ended = f"2026-01-{day:02}T12:00:00+00:00"
    row = PastMatch(key, ended, result, shown.log.seed, len(shown.log.turns), counted)
    library.archive.keep(player, PastLog(row, encode(shown.log)))


@pytest.fixture(name="rig")
def hall(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path, (1280, 720))
    rig.app.change_settings(reduced_motion=True)
    library = rig.app.library
    player = library.create("Ada").id
    library.switch(player)
    keep_finished(library, player, "ur", "m1", 3, "record")
    keep_finished(library, player, "karate", "m2", 5, "practice")
    keep_finished(library, player, "ur", "m3", 7, "watched")
    yield rig
    rig.app.close()


def opened_room(rig: Rig) -> ExerciseRoom:
    """The room, all matches judged."""
    profile = rig.app.profile
    assert profile is not None
    page = ExerciseRoom(rig.app, profile)
    rig.app.push(page)
    page.gathering.wait()
    until(rig.app, lambda: not page.gathering.judging)
    return page


def test_matches_are_judged_once_and_the_newest_come_first(rig: Rig) -> None:
    page = opened_room(rig)
    found = page.gathering.exercises
    assert {each.row.key for each in found} == {"m1", "m2"}, "what others played is nobody's"
    assert found[0].row.key == "m2"
    losses = [each.lost for each in found if each.row.key == "m1"]
    assert losses == sorted(losses, reverse=True)
    assert page.body.widgets
    profile = rig.app.profile
    assert profile is not None
    again = Gathering(rig.app.library, profile.id)
    assert not again.judging, "nothing is judged twice"
    assert again.exercises == found
    assert set(asking_games()) >= {"karate", "ur", "jaipur", "ra", "set"}
    assert "numbers" not in asking_games()


def test_an_answer_on_the_table_is_kept_and_comes_again(rig: Rig) -> None:
    page = opened_room(rig)
    due = page.gathering.due(page.today)
    page.start()
    until(rig.app, lambda: isinstance(rig.app.top, Sitting))
    sitting = rig.app.top
    assert isinstance(sitting, Sitting)
    assert sitting.asking
    assert sitting.whole == min(12, len(due)), "counted before all of them are ready"
    assert page.readying is not None
    page.readying.wait()
    rig.frames(2)
    assert len(sitting.positions) == sitting.whole == min(12, len(due))
    best = sitting.position.found.judged.best
    sitting.table.choose(best)
    assert sitting.right == 1
    rig.key("escape")
    assert rig.app.top is page
    left = page.gathering.due(page.today)
    assert len(left) == len(due) - 1
    tomorrow = page.today + timedelta(days=1)
    assert page.gathering.due(tomorrow)[0].practised.solved == 1, "what was asked goes first"
    profile = rig.app.profile
    assert profile is not None
    (kept,) = rig.app.library.exercises(profile.id).read()
    assert kept.name == due[0].practised.name


def test_one_of_the_list_is_asked_first(rig: Rig) -> None:
    page = opened_room(rig)
    chosen = page.gathering.due(page.today)[2]
    page.body.widgets[2].activate()
    until(rig.app, lambda: isinstance(rig.app.top, Sitting))
    sitting = rig.app.top
    assert isinstance(sitting, Sitting)
    assert sitting.position.found.asked.choice.turn == chosen.turn


@pytest.mark.parametrize("game", ["ctf", "jaipur", "ur"])
def test_the_list_names_each_choice_as_the_exercise_does_and_its_loss(rig: Rig, game: str) -> None:
    profile = rig.app.profile
    assert profile is not None
    keep_finished(rig.app.library, profile.id, game, "m9", 9, "record")
    page = opened_room(rig)
    chosen = page.due[0]
    row = page.body.widgets[0]
    assert isinstance(row, TwoLines)
    assert chosen.row.key == "m9"
    assert row.second == f"It lost {chosen.costly.cost}. New."
    assert len({widget.label for widget in page.body.widgets}) > len(page.body.widgets) // 2
    page.start()
    until(rig.app, lambda: isinstance(rig.app.top, Sitting), 4000)
    sitting = rig.app.top
    assert isinstance(sitting, Sitting)
    assert row.first == sitting.position.heading


def test_what_was_judged_before_its_choices_had_words_is_judged_again(rig: Rig) -> None:
    page = opened_room(rig)
    profile = rig.app.profile
    assert profile is not None
    book = rig.app.library.judged(profile.id, "ur")
    (match,) = book.read()
    book.keep("m1", 1, 0.2, [turn._replace(where="", cost="") for turn in match.turns])
    again = opened_room(rig).gathering
    assert again.exercises == page.gathering.exercises
    assert all(turn.where for match in book.read() for turn in match.turns)


def test_the_hall_leads_to_the_room_and_an_empty_one_says_so(tmp_path: Path) -> None:
    rig = Rig(tmp_path, (800, 600))
    launcher = Launcher(rig.app)
    rig.app.push(launcher)
    push_button(launcher, "Exercises")
    page = rig.app.top
    assert isinstance(page, ExerciseRoom)
    rig.frames(2)
    assert page.ships, "nothing is one's own yet: what ships stands open"
    assert page.begin.enabled
    rig.key("tab")
    assert not page.ships
    assert not page.body.widgets
    assert not page.begin.enabled
    rig.key("escape")
    assert rig.app.top is launcher
    rig.app.close()


# -- what ships ------------------------------------------------------------------------------


def test_every_exercise_that_ships_is_a_position_with_one_best_move() -> None:
    found = list(shipped("jaipur"))
    assert len(found) == 31
    assert len({kept.row.key for kept, _ in found}) == 31
    rules = catalog.rules("jaipur")
    for kept, costly in found:
        moments = Moments(rules, kept.log.params)
        assert moments.follow(kept.log.turns)
        ((seat, move),) = kept.log.turns[-1]
        assert (seat, move) == (kept.row.result.own, costly.best)
        assert len(rules.legal(moments[-2].state, seat)) > 1
        assert costly.lost >= 0.05
        assert costly.where.startswith("Turn ")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("", 0),
        ("[]", 0),
        ('{"rows": 3}', 0),
        ('{"rows": [{"exercises": [{"moves": "X Y", "best": "camels", "lost": 1}]}]}', 0),
        ('{"rows": [{"exercises": [{"moves": "D", "best": "camels", "lost": 1}, 7]}]}', 0),
        ('{"rows": [{"exercises": [WHOLE, {"moves": "D"}]}]}', 1),
    ],
)
def test_what_cannot_be_read_is_left_out_and_told(
    rig: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, left: int
) -> None:
    rows = json.loads((gathering.FOLDER / "jaipur.json").read_text())["rows"]
    whole = json.dumps(rows[0]["exercises"][0])
    (tmp_path / "jaipur.json").write_text(text.replace("WHOLE", whole))
    monkeypatch.setattr(gathering, "FOLDER", tmp_path)
    assert len(list(shipped("jaipur"))) == left
    page = opened_room(rig)
    rig.key("tab")
    assert page.ships
    assert len(page.body.widgets) == left


def test_a_shipped_one_is_answered_with_its_best_move_and_kept(rig: Rig) -> None:
    page = opened_room(rig)
    own = len(page.gathering.exercises)
    rig.key("tab")
    assert len(page.due) == 31
    assert len(page.gathering.due(page.today)) == own, "they stand apart"
    first = page.due[1]
    page.body.widgets[1].activate()
    until(rig.app, lambda: isinstance(rig.app.top, Sitting), 4000)
    sitting = rig.app.top
    assert isinstance(sitting, Sitting)
    assert sitting.asking
    assert "clearly the best" in sitting.said[1]
    sitting.table.choose(first.best)
    assert (sitting.right, sitting.answers[0].lost) == (1, 0.0)
    rig.key("escape")
    assert len(page.due) == 30
    profile = rig.app.profile
    assert profile is not None
    (kept,) = rig.app.library.exercises(profile.id).read()
    assert kept.name == ("jaipur", first.row.key, first.turn)
    again = ExerciseRoom(rig.app, profile)
    again.gathering.open_shelf()
    found = {each.row.key: each.practised for each in again.gathering.exercises}
    assert found[first.row.key].solved == 1


def test_of_a_move_that_a_quick_judge_would_not_choose_the_shipped_best_holds() -> None:
    kept, costly = next(shipped("jaipur"))
    (found,) = gathering.judged_in(kept, (kept.row.turns - 1,))
    other = found._replace(judged=found.judged._replace(best="camels", lost=0.2))
    certain = gathering.certain(other, costly.best).judged
    assert (certain.best, certain.lost) == (costly.best, 0.0)
    assert gathering.certain(found, "") is found
