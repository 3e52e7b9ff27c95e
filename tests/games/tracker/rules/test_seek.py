"""Seeking: rounds of hops and marks, who was closer, and what is hidden."""

from __future__ import annotations

from typing import Any

from games.core import CHANCE
from games.match import Match
from games.streams import Stream
from games.tracker import SPEC
from games.tracker.rules import GAME
from games.tracker.rules.seek import GHOST, HOPS, RIVAL, ROUNDS, SEEKER, SeekGame, SeekState

RULES = SeekGame()


def played(state: SeekState, marks: tuple[int, int]) -> tuple[SeekState, list[Any]]:
    """A round in which the ghost takes its first way each time; with the events."""
    events: list[Any] = []
    for _ in range(2 * HOPS):
        seat = RULES.to_act(state)[0]
        assert seat in (GHOST, CHANCE)
        move = RULES.chance(state)[0][0] if seat == CHANCE else next(iter(RULES.legal(state, seat)))
        state, told = RULES.apply(state, {seat: move})
        events += told
    assert RULES.to_act(state) == (SEEKER, RIVAL)
    moves = {seat: f"cell{mark}" for seat, mark in zip((SEEKER, RIVAL), marks, strict=True)}
    state, told = RULES.apply(state, moves)
    return state, [*events, *told]


def started(**options: Any) -> SeekState:
    return RULES.new(SPEC.params({"play": "seek", **options}))


def test_a_round_has_so_many_hops_and_then_both_mark() -> None:
    state, events = played(started(), (0, 0))
    assert [event.kind for event in events].count("reading") == HOPS
    assert events[-1].kind == "marked"
    assert (state.rounds, state.hops, state.step) == (1, HOPS, HOPS)


def test_closer_is_who_needs_fewer_moves() -> None:
    first, _ = played(started(), (0, 0))
    truth = first.cell
    far = max(range(len(first.course.cells)), key=first.course.steps_from(truth).__getitem__)
    for marks, closer in (((truth, far), (1, 0)), ((far, truth), (0, 1)), ((far, far), (0, 0))):
        state, events = played(started(), marks)
        assert state.cell == truth
        assert state.closer == closer
        assert RULES.returns(state) == (float(closer[0]), 0.0, float(closer[1]))
        away = state.course.steps_from(truth)
        assert events[-1].data["missed"] == [away[mark] for mark in marks]
        assert state.missed == tuple(events[-1].data["missed"])


def test_it_ends_after_ten_rounds() -> None:
    state = started()
    for number in range(ROUNDS):
        assert state.rounds == number
        state, _ = played(state, (0, 1))
    assert RULES.to_act(state) == ()


def test_only_the_ghost_is_told_where_it_goes() -> None:
    params = SPEC.params({"play": "seek"})
    match: Match[Any] = Match(GAME, params, 1)
    for _ in range(2 * HOPS):
        seat = match.to_act[0]
        events = match.play(
            {
                seat: match.draw()
                if seat == CHANCE
                else "left"
                if "left" in match.legal(GHOST)
                else next(iter(match.legal(GHOST)))
            }
        )
        told = {event.kind: event.audience for event in events}
        assert told.get("move", (GHOST,)) == (GHOST,)
        view = GAME.view(match.state, SEEKER)
        assert view.cell == -1
        imagined = GAME.imagine(view, SEEKER, Stream.named(1, "imagine"))
        assert GAME.view(imagined, SEEKER) == view == GAME.view(match.state, RIVAL)
