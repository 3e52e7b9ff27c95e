"""A player's matches are judged once, the own choices alone, and give exercises."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.agents import WIN_CHANCE, Advice, Judged
from games.jaipur.coach.own_rounds import OwnRounds, rounds_of, worth_of
from games.jaipur.rules.state import State
from games.mind import Mind
from games.store.files import Store
from games.store.library import Library
from tests.support.jaipur_matches import PARAMS, chance_turns, keep_match
from tests.support.quick_files import QuickFiles

TURNS = 60


class Strict:
    """An adviser to whom every take of the first seat costs a tenth."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def hint(self, view: object, seed: int = 0) -> Advice:
        raise AssertionError

    def odds(self, view: object) -> Mind:
        raise AssertionError

    def judge(self, state: object, seat: int, move: str, seed: int = 0) -> Judged:
        assert isinstance(state, State)
        self.asked.append(state.turn)
        lost = 0.1 if move.startswith("take") else 0.0
        return Judged(state.turn, move, WIN_CHANCE, 0.5, 0.5, "camels", lost, 0.01, 1.0, "")


def opened(folder: Path) -> tuple[Library, str]:
    library = Library(Store(folder, QuickFiles()))
    known = library.profiles()
    return library, (known[0] if known else library.create("Ada")).id


def judged(library: Library, player: str, adviser: Strict) -> OwnRounds:
    own = OwnRounds(library, player, adviser)  # type: ignore[arg-type]
    own.start()
    own.wait()
    own.collect()
    assert not own.judging
    return own


def test_own_choices_are_judged_once_and_kept(tmp_path: Path) -> None:
    library, ada = opened(tmp_path)
    keep_match(library, ada, "m1", TURNS)
    strict = Strict()
    own = judged(library, ada, strict)
    choices = [turn[0] for turn in chance_turns()[:TURNS] if turn[0][0] == 0]
    assert strict.asked == [0] * len(choices)
    takes = sum(move.startswith("take") for _, move in choices)
    worth = own.worth["m1"]
    assert (worth.choices, len(worth.costly)) == (len(choices), takes)
    assert worth.mean == pytest.approx(0.1 * takes / len(choices))
    keep_match(library, ada, "m22", 30)
    library, ada = opened(tmp_path)
    again = Strict()
    assert judged(library, ada, again).worth["m1"] == worth
    assert 0 < len(again.asked) < len(strict.asked), "the new match alone"


def test_what_cost_much_is_asked_as_it_was(tmp_path: Path) -> None:
    library, ada = opened(tmp_path)
    keep_match(library, ada, "m1", TURNS)
    own = judged(library, ada, Strict())
    found = own.exercises(own.worth["m1"])
    asked = [each for played in rounds_of(PARAMS, chance_turns()[:TURNS]) for each in played.asked]
    states = [each.state for each in asked if each.state.turn == 0 and each.move[:4] == "take"]
    assert [exercise.state for exercise in found] == states
    assert {exercise.best for exercise in found} == {"camels"}
    assert own.exercises(worth_of("gone", [(3, "camels", 0.2, 0.01)])) == []
    assert own.exercises(worth_of("m1", [(3, "camels", 0.03, 0.01)])) == []


def test_what_is_uncertain_is_not_costly() -> None:
    worth = worth_of("m1", [(1, "camels", 0.1, 0.06), (2, "camels", 0.3, 0.01), (3, "", 0.0, 0.0)])
    assert worth.costly == [(2, "camels", 0.3, 0.01)]
    assert worth.lost == pytest.approx(0.4)
