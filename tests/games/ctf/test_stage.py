"""What the words on the stage say."""

from __future__ import annotations

import dataclasses

import pytest

from games.ctf.bot_moments import BotMoments
from games.ctf.stage import cells_words, clock_words, foot_words, place_words
from tests.games.ctf.played import SMALL, params_of, turns_of
from tests.support.hands import Rig, at_table
from tests.support.ruler import listen


@pytest.mark.parametrize(
    ("bits", "told"),
    [
        (0.0, "seen"),
        (0.5, "almost sure"),
        (1.0, "somewhere in 2 cells"),
        (3.0, "somewhere in 8 cells"),
    ],
)
def test_a_doubt_is_told_in_cells(bits: float, told: str) -> None:
    assert cells_words(bits) == told


def test_the_round_is_counted_from_one_and_never_past_the_last() -> None:
    tape = BotMoments(params_of(moves=22))
    tape.follow(turns_of(5, moves=22))
    assert place_words(tape[0].state) == "Round 1 of 6"
    assert place_words(tape[4].state) == "Round 2 of 6"
    assert place_words(dataclasses.replace(tape[0].state, moves=22)) == "Round 6 of 6"


def test_the_clock_counts_the_time_left_down() -> None:
    tape = BotMoments(params_of(moves=22))
    tape.follow(turns_of(5, moves=22))
    state = dataclasses.replace(tape[0].state, length=3000, moves=0)
    assert clock_words(state, 20.0) == "2:30"
    assert clock_words(dataclasses.replace(state, moves=2990), 20.0) == "0:00"
    assert clock_words(dataclasses.replace(state, moves=1700), 20.0) == "1:05"


@pytest.mark.parametrize(
    ("replay", "demo", "told"), [(False, False, True), (True, False, False), (False, True, False)]
)
def test_keys_are_told_only_of_a_match_that_is_steered_from_here(
    rig: Rig, replay: bool, demo: bool, told: bool
) -> None:
    table = at_table(rig.app, "ctf", ("gatherer",) * 4, SMALL)
    words = foot_words(table.look()._replace(replay=replay, demo=demo))
    assert any("step back and on" in each for each in words) is told
    assert (words == ("",)) is not told


@pytest.mark.parametrize(
    ("seconds", "number"), [(2.4, "3"), (1.0, "2"), (0.9, "1"), (0.1, "1"), (0.0, "")]
)
def test_the_seconds_to_the_start_are_counted_down_to_one(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, seconds: float, number: str
) -> None:
    table = at_table(rig.app, "ctf", ("gatherer",) * 4, SMALL)
    told: list[dict[str, object]] = []
    look = table.look()._replace(countdown=seconds)
    listen(monkeypatch, told.append)
    table.stage_view.draw(rig.app.canvas, look)
    x, y, w, h = table.board.box
    middle = [line["text"] for line in told if line["place"] == (x + w / 2, y + h / 2)]
    assert "".join(map(str, middle)) == number
