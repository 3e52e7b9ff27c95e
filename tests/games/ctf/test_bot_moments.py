"""The tape of a match: a moment for each move, and where a bot is on its way."""

from __future__ import annotations

from games.ctf.bot_moments import BotMoments, BotWay
from games.ctf.rules.state import BOTS
from tests.games.ctf.played import params_of, turns_of


def test_moment_k_comes_after_k_moves_with_what_happened_on_the_way() -> None:
    turns = turns_of(60)
    tape = BotMoments(params_of())
    assert len(tape) == 0, "at first something is to be heard"
    assert tape.follow(turns)
    assert [moment.state.moves for moment in tape] == list(range(len(tape)))
    moved = [[e.data["bot"] for e in m.events if e.kind == "move"] for m in tape]
    assert moved[0] == []
    assert moved[1:] == [[(k - 1) % len(BOTS)] for k in range(1, len(tape))]
    assert all(any(e.kind == "heard" for e in m.events) for m in tape if not m.state.over)


def test_it_is_the_same_whether_taken_in_at_once_or_piece_by_piece() -> None:
    turns = turns_of(40)
    whole, pieces = BotMoments(params_of()), BotMoments(params_of())
    whole.follow(turns)
    while not pieces.follow(turns, most=7):
        pass
    assert list(whole) == list(pieces)


def test_a_step_takes_a_round_and_who_was_caught_is_home_at_once() -> None:
    tape = BotMoments(params_of())
    tape.follow(turns_of(200))
    for k in range(1, len(tape)):
        bot = (k - 1) % len(BOTS)
        before, cell = tape[k - 1].state.bots[bot], tape[k].state.bots[bot]
        if tape[k].state.field.apart(before, cell) == 1:
            assert tape.way(float(k), bot) == BotWay(before, cell, 0.0)
            later = tape.way(min(k + 2.0, len(tape) - 1.0), bot)
            assert later.cell == tape[min(k + 2, len(tape) - 1)].state.bots[bot]
    for k, moment in enumerate(tape):
        for event in moment.events:
            if event.kind == "catch":
                caught = event.data["pacman"]
                start = moment.state.field.starts[caught]
                assert tape.way(k + 0.5, caught) == BotWay(start, start, 1.0)
    assert any(e.kind == "catch" for m in tape for e in m.events)
