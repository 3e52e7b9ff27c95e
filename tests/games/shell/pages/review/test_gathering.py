"""What becomes of matches that cannot be judged: they are left out, and nothing else is."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from games.core import Log
from games.log import encode
from games.shell.pages.review.gathering import (
    MOST,
    Exercise,
    Gathering,
    KeptMatch,
    Readying,
    judged_in,
)
from games.store.exercises import Practised
from games.store.files import Store
from games.store.judged import JudgedTurn
from games.store.library import Library
from games.store.past import PastLog, PastMatch
from games.store.statistics import MatchResult
from tests.support.quick_files import QuickFiles
from tests.support.reviews import shown_match


def kept_match(log: Log) -> KeptMatch:
    """A match as it was kept."""
    result = MatchResult("ur", "greedy", "lost", "")
    row = PastMatch("m1", "2026-01-03T12:00:00+00:00", result, log.seed, len(log.turns))
    return KeptMatch(row, log)


def test_the_choices_of_the_player_alone_are_judged() -> None:
    kept = kept_match(shown_match("ur").log)
    found = list(judged_in(kept))
    assert found
    assert all(each.asked.seat == 0 for each in found)
    turn = found[2].asked.choice.turn
    assert list(judged_in(kept, (turn,))) == [found[2]]


def test_a_match_that_cannot_be_played_here_is_left_out() -> None:
    log = shown_match("ur").log
    broken = kept_match(dataclasses.replace(log, turns=[((0, "9"),)]))
    whole = kept_match(log)
    turn = next(found for found in judged_in(whole) if found.costly).asked.choice.turn
    from_row = Practised("ur", "m1", turn)
    exercise = Exercise(whole.row, JudgedTurn(turn, "", 0.1, 0.0), from_row)
    readying = Readying([(exercise, broken), (exercise, whole)])
    readying.wait(20.0)
    (ready,) = [readying.ready.get_nowait() for _ in range(readying.ready.qsize())]
    assert ready[1] is whole
    assert ready[2].asked.choice.turn == turn


def test_a_choice_that_is_no_mistake_any_more_is_asked_no_more() -> None:
    whole = kept_match(shown_match("ur").log)
    turn = next(found for found in judged_in(whole) if not found.costly).asked.choice.turn
    exercise = Exercise(whole.row, JudgedTurn(turn, "", 0.1, 0.0), Practised("ur", "m1", turn))
    readying = Readying([(exercise, whole)])
    readying.wait(20.0)
    assert readying.whole == readying.ready.qsize() == 0


def test_a_match_gives_few_exercises_and_the_costliest(tmp_path: Path) -> None:
    library = Library(Store(tmp_path, QuickFiles()))
    ada = library.create("Ada").id
    row = kept_match(shown_match("ur").log).row
    library.archive.keep(ada, PastLog(row, encode(shown_match("ur").log)))
    turns = [JudgedTurn(n, "0", 0.01 * n, 0.0, f"Turn {n}", "1%") for n in range(1, 20)]
    library.judged(ada, "ur").keep(row.key, 40, 1.0, turns)
    found = Gathering(library, ada, ["ur"]).exercises
    assert [each.turn for each in found] == [19, 18, 17, 16, 15]
    assert len(found) == MOST


def test_a_player_without_matches_has_no_exercises(tmp_path: Path) -> None:
    library = Library(Store(tmp_path, QuickFiles()))
    gathering = Gathering(library, library.create("Ada").id)
    assert not gathering.judging
    assert not gathering.collect()
    assert gathering.exercises == []
