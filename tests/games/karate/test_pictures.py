"""The living pictures of karate: pairs of moves that seal, meet, and make way for the next."""

from __future__ import annotations

from games.karate.pictures import HELD, SEALED, Duel
from games.karate.rules import MOVES
from games.shell.draw.theme import Theme

PAIRS = ((MOVES[0], MOVES[1]), (MOVES[1], MOVES[2]), (MOVES[2], MOVES[0]))


def numbers(duel: Duel, seconds: float) -> list[int]:
    """The pairs that are shown, in their order, each once in a row."""
    shown = [duel.number]
    for _ in range(round(seconds * 20)):
        duel.update(0.05)
        if duel.number != shown[-1]:
            shown.append(duel.number)
    return shown


def test_the_pairs_come_one_after_another_and_begin_again() -> None:
    duel = Duel(Theme(), PAIRS)
    assert numbers(duel, 60.0)[:5] == [0, 1, 2, 0, 1]


def test_a_pair_is_sealed_first_and_stands_after_it_has_met() -> None:
    duel = Duel(Theme(), PAIRS)
    duel.update(SEALED - 0.1)
    assert duel.exchange is None
    duel.update(0.2)
    assert duel.exchange is not None
    while duel.exchange.running:
        duel.update(0.1)
    duel.update(HELD - 0.1)
    assert (duel.exchange is None, duel.number) == (False, 0)
    duel.update(0.2)
    assert (duel.exchange is None, duel.number) == (True, 1)


def test_under_reduced_motion_the_first_pair_has_met_and_stays() -> None:
    duel = Duel(Theme(reduced_motion=True), PAIRS)
    assert numbers(duel, 30.0) == [0]
    assert duel.exchange is not None
