"""What the words on the stage say."""

from __future__ import annotations

import dataclasses

import pytest

from games.ctf.stage import cells_words, place_words
from games.ctf.tape import Tape
from tests.games.ctf.played import params_of, turns_of


@pytest.mark.parametrize(
    ("bits", "told"),
    [
        (0.0, "known"),
        (0.5, "nearly known"),
        (1.0, "as on 2 cells"),
        (3.0, "as on 8 cells"),
    ],
)
def test_a_doubt_is_told_in_cells(bits: float, told: str) -> None:
    assert cells_words(bits) == told


def test_the_round_is_counted_from_one_and_never_past_the_last() -> None:
    tape = Tape(params_of(moves=22))
    tape.follow(turns_of(5, moves=22))
    assert place_words(tape[0].state) == "Round 1 of 6"
    assert place_words(tape[4].state) == "Round 2 of 6"
    assert place_words(dataclasses.replace(tape[0].state, moves=22)) == "Round 6 of 6"
