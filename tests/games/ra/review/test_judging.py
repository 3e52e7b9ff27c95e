"""The judge of choices: the best beside what was done, and nothing that nobody could know."""

from __future__ import annotations

from functools import cache

import pytest

from games.agents import Weighed
from games.core import CHANCE, Turn
from games.ra import SPEC
from games.ra.review.judging import COSTLY, Asked, Review, choices_of, events_before, judge
from games.ra.rules.moves import legal_moves
from games.ra.rules.state import TURN, State, view_of
from tests.support.ra_tables import steps

PARAMS = SPEC.params({"players": 3})


@cache
def turns() -> tuple[Turn, ...]:
    """The turns of a game with each mover."""
    return tuple(
        (((state.actor if state.actor >= 0 else CHANCE), move),) for state, move, _ in steps(3, 7)
    )


class Judge:
    """An oracle to whom each action is a tenth worse than the one before it by name."""

    def __init__(self) -> None:
        self.seen: list[State] = []

    def actions(self, view: State) -> tuple[Weighed, ...]:
        self.seen.append(view)
        moves = sorted(m for m in legal_moves(view) if len(m.split()) < 3 or m[:3] != "god")
        return tuple(Weighed(m, m, 0.9 - n / 10, 5.0 - n) for n, m in enumerate(moves))

    def chances(self, view: State) -> tuple[float, ...]:
        return (0.25, 0.5, 0.25)

    def reason(self, view: State) -> str:
        return "Because."


def test_all_choices_of_people_and_of_nobody_else_are_judged() -> None:
    asked = choices_of(PARAMS, turns(), (0, 2))
    assert [(each.seat, each.move) for each in asked] == [
        turn[0] for turn in turns() if turn[0][0] in (0, 2)
    ]
    assert all(each.state.actor == each.seat for each in asked)
    assert turns()[asked[5].turn] == ((asked[5].seat, asked[5].move),)


def test_a_choice_costs_what_the_best_one_was_better() -> None:
    asked = next(each for each in choices_of(PARAMS, turns(), (0,)) if each.move == "draw")
    seer = Judge()
    found = judge(seer, asked)
    assert found is not None
    assert (found.best.move, found.own.move) == ("call", "draw")
    assert (found.lost, found.points) == pytest.approx((0.1, 1.0))
    assert all(view == view_of(view) for view in seer.seen), "what is hidden is not asked about"
    best = judge(seer, asked._replace(move="call"))
    assert best is not None
    assert best.lost == 0.0


def test_gods_that_the_oracle_did_not_list_are_worth_what_follows_them() -> None:
    start = next(each.state for each in choices_of(PARAMS, turns(), (0,)) if any(each.state.block))
    gods = [bytearray(held) for held in start.tiles]
    block = bytearray(start.block)
    block[1], block[2], gods[0][4] = 1, 1, 2
    state = start._replace(
        block=bytes(block), tiles=tuple(map(bytes, gods)), phase=TURN, turn=0, actor=0
    )
    found = judge(Judge(), Asked(0, state, 0, "god pharaoh nile"))
    assert found is not None
    assert (found.own.words, found.own.value) == ("take pharaoh and Nile with gods", 0.25)
    assert found.lost == pytest.approx(found.best.value - 0.25)


def test_the_costliest_come_first_and_only_those_of_the_seat() -> None:
    review = Review(PARAMS, turns(), (0, 1), Judge())
    review.wait()
    assert review.done
    assert review.share == 1.0
    costly = review.costly(1)
    assert costly
    assert all(each.asked.seat == 1 and each.lost >= COSTLY for each in costly)
    assert [each.lost for each in costly] == sorted((each.lost for each in costly), reverse=True)
    lost = [each.lost for each in review.judged if each.asked.seat == 1]
    assert review.given_away(1) == pytest.approx(sum(lost) / len(lost))
    assert review.given_away(2) == 0.0


def test_what_happened_before_a_choice_is_told_up_to_it() -> None:
    asked = choices_of(PARAMS, turns(), (0,))[3]
    drawn = [e for e in events_before(PARAMS, turns(), asked.turn) if e.kind == "tile"]
    before = turns()[: asked.turn]
    tiles = [m for ((seat, m),) in before if seat == CHANCE and m != "ra" and "-" not in m]
    assert [event.data["tile"] for event in drawn] == tiles
