"""Ur's compiled moves, choices and games, held to the readable rules: needs numba."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from games.core import CHANCE
from games.streams import Stream, mix64
from games.ur.rules import FINKEL, GAME, PASS, apply_move, legal_sources, perft

pytestmark = pytest.mark.lab
PARAMS = {"rules": "finkel", "pieces": 7}
Position = tuple[int, int]


def positions(count: int) -> list[Position]:
    """Sides to roll and their others, from random games."""
    rng, found = Random(4), []
    while len(found) < count:
        state = GAME.new(PARAMS)
        while state.acting:
            found.append((state.side(state.turn), state.side(1 - state.turn)))
            state, _ = GAME.apply(state, {CHANCE: rng.choice("0112223334")})
            state, _ = GAME.apply(state, {state.turn: rng.choice(state.moves)})
    return found[:count]


def made_up_solution() -> Any:
    """One block of random values in the place of every other."""
    from ai.lab.ur.kernel import Solution

    values = np.random.default_rng(2).integers(0, 1 << 32, 256, dtype=np.uint32)
    return Solution(values, np.zeros(49, np.int64), np.zeros(49 * 16 * 6561, np.int32))


def test_the_compiled_moves_are_those_of_the_rules() -> None:
    from ai.lab.ur.kernel import after, free_squares

    checked = [0, 0]
    for own, other in positions(1500):
        for roll in range(5):
            free = legal_sources(own, other, 7, roll, FINKEL) if roll else 0
            assert free_squares(own, other, roll) == free
            for source in (square for square in range(15) if free >> square & 1):
                gone, left = apply_move(own, other, source, roll, FINKEL)
                again = FINKEL.rolls_again(source + roll, left != other)
                ahead = (gone, left) if again else (left, gone)
                assert after(own, other, source, roll) == (*ahead, again)
                checked[left != other] += 1
    assert min(checked) > 300


def test_perft_by_the_compiled_moves() -> None:
    from ai.lab.ur.kernel import after, free_squares

    frontier: dict[tuple[int, int, int], int] = {(0, 0, 0): 1}
    for depth in range(1, 5):
        reached: dict[tuple[int, int, int], int] = {}
        for (own, other, seat), count in frontier.items():
            for roll in range(5):
                free = int(free_squares(own, other, roll)) if roll else 0
                ends = [
                    after(own, other, source, roll) for source in range(15) if free >> source & 1
                ]
                for ahead, behind, again in ends or [(other, own, False)]:
                    end = (int(ahead), int(behind), seat if again else 1 - seat)
                    reached[end] = reached.get(end, 0) + count
        frontier, known = reached, perft("finkel", 7, depth)
        assert sum(frontier.values()) == known.paths
        assert len(frontier) == known.distinct_result_states


def test_the_moves_of_a_choice_with_their_solved_values() -> None:
    from ai.lab.ur.kernel import after, look, make_choices, solved_value

    solution, choices, checked = made_up_solution(), make_choices(), 0
    for own, other in positions(400):
        free = legal_sources(own, other, 7, 2, FINKEL)
        if own >> 15 == 6 or not free:
            continue
        count = look(solution, own, other, 2, free, choices)
        assert choices.sources[:count].tolist() == [s for s in range(15) if free >> s & 1]
        for i in range(count):
            ahead, behind, again = after(own, other, choices.sources[i], 2)
            assert (choices.ahead[i], choices.behind[i]) == (ahead, behind)
            assert choices.signs[i] == (1 if again else -1)
            worth = solved_value(solution, ahead, behind)
            assert choices.solved[i] == (worth if again else 1 - worth)
            checked += 1
    assert checked > 600


def test_a_move_that_wins_is_the_only_one() -> None:
    from ai.lab.ur.kernel import look, make_choices

    choices, last = make_choices(), 6 << 15 | 1 << 13
    assert legal_sources(last, 0, 7, 2, FINKEL) == 1 << 13
    assert look(made_up_solution(), last, 0, 2, 1 << 13, choices) == 0
    assert choices.sources[0] == 13


def test_one_move_in_ten_is_any() -> None:
    from ai.lab.ur.kernel import explore, make_choices

    choices, state = make_choices(), np.array([3], np.uint64)
    choices.sources[:4], choices.held[:4], choices.solved[:4] = (
        (0, 5, 6, 9),
        (1, 4, 2, 3),
        (8, 1, 1, 1),
    )
    by_network = [int(explore(choices, 4, True, state)) for _ in range(4000)]
    by_solution = [int(explore(choices, 4, False, state)) for _ in range(4000)]
    assert by_network.count(5) / 4000 == pytest.approx(0.925, abs=0.02)
    assert by_solution.count(0) / 4000 == pytest.approx(0.925, abs=0.02)
    assert min(by_network.count(square) for square in (0, 6, 9)) > 50


def played(seed: int, network_seat: int) -> tuple[int, list[int]]:
    """A game by the rules in which that seat leaves its last square and the other its first.

    The winner, and how many moves the others and the network made.
    """
    dice, state, made = Stream(seed), GAME.new(PARAMS), [0, 0]
    while state.acting:
        state, _ = GAME.apply(state, {CHANCE: "0111122222233334"[dice.word() >> 60]})
        network = state.turn == network_seat
        move = state.moves[-1 if network else 0]
        made[network] += move != PASS
        state, _ = GAME.apply(state, {state.turn: move})
    return state.turn, made


def test_games_go_as_by_the_rules() -> None:
    import numba

    from ai.lab.ur.kernel import HIGHEST, play

    @numba.njit
    def choose(given, own, other, roll, free, network, state):  # type: ignore[no-untyped-def]
        given[int(network)] += 1
        return HIGHEST[free] if network else HIGHEST[free & -free]

    winners = []
    for seed in range(40):
        made, state = np.zeros(2, np.int64), np.array([mix64(seed)], np.uint64)
        winners.append(int(play(choose, made, seed % 2, state)))
        assert (winners[-1], made.tolist()) == played(seed, seed % 2)
    assert sum(winners) in range(15, 26)
