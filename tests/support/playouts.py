"""Matches played at random or by agents, with everything checked that has to hold after a step.

Each match goes into its log as text, and is played again from that text by processes with other
seeds of Python's hash, which must come to the same states, events and decisions
(`tests.support.replayer`).
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import pytest

from games import catalog, log
from games.core import CHANCE, WATCHERS, Event, Game, IllegalMove, Log, Moves, Seating
from games.match import Match
from games.spec import Option
from games.streams import Stream
from games.tracker.rules import TrackerState, hide, seek
from games.tracker.rules.hide import HideState
from games.tracker.rules.hunt import HuntState
from games.tracker.rules.seek import SeekState
from tests.support import contract
from tests.support.replayer import Digest, brief, decided, players
from tests.support.sweep import Try

MOST_TURNS: Final = 120
"""Turns of a match; one in `LONG_ONES` goes on to its end, or to ten times as many."""
LONG_ONES: Final = 8
AGENTS_PLAY: Final = 5
"""One match in so many is played by agents, shorter because they think."""


MOST_OF_MANY: Final = 512
"""Of a space of more moves than anybody lists, one of the first so many is played."""
IMAGINED: Final = {"ctf": 4}
"""One turn in so many is imagined from a view, where that takes most of the time; else each."""

LENGTHS: Final = {"ctf": "moves"}
"""Options that say how long a match is, where most of their values are longer than any here."""


class Played(NamedTuple):
    """A match that was played: what became of it, its log as text, and its digest."""

    fate: str
    text: str
    digest: str


# -- one match -----------------------------------------------------------------------------


def drawn_params(game: Game[Any], rng: Stream) -> dict[str, Any]:
    """Options of a game, each drawn among the values it can have."""
    drawn = {o.name: _drawn(o, rng) for o in game.spec.options if not o.hidden}
    name = LENGTHS.get(game.spec.id, "")
    return game.spec.params({**drawn, **({name: rng.below(MOST_TURNS)} if name else {})})


def _drawn(option: Option, rng: Stream) -> Any:
    if option.kind == "float":
        assert option.low is not None
        assert option.high is not None
        steps = round((option.high - option.low) / (option.step or 1))
        return option.low + rng.below(steps + 1) * (option.step or 1)
    if option.kind == "int" and not option.choices:
        assert option.low is not None
        assert option.high is not None
        whole = range(int(option.low), int(option.high) + 1)
        return whole[rng.below(len(whole))]  # a million maps are not listed
    values = option.values()
    return values[rng.below(len(values))]


def drawn_seats(game: Game[Any], params: Mapping[str, Any], rng: Stream) -> tuple[Seating, ...]:
    """An agent for each seat, drawn among those that can play here and are quick."""
    game_id = game.spec.id
    seats = []
    for place in game.spec.seats_for(params):
        able = [
            agent.id
            for agent in catalog.agents(game_id)
            if not agent.heavy and agent.role == place.role and not agent.hindrance(params)
        ]
        seats.append(Seating(able[rng.below(len(able))]))
    return tuple(seats)


def play(game_id: str, one: Try) -> Played:
    """Play a match of a game with drawn options and check every step of it."""
    game, rng = catalog.rules(game_id), Stream(one.rng.getrandbits(64))
    params, seed = drawn_params(game, rng), rng.getrandbits(40)
    seats = drawn_seats(game, params, rng) if one.number % AGENTS_PLAY == 0 else ()
    most = MOST_TURNS if rng.below(LONG_ONES) else 10 * MOST_TURNS
    match: Match[Any] = Match(game, params, seed, players(game_id, seats))
    digest = Digest(match)
    for _ in range(most // 4 if seats else most):
        if match.over:
            break
        moves = _moves(match, bool(seats), rng)
        before, kept = match.state, brief(match.state)
        check_turn(game, before, moves, rng)
        events = match.play(moves)
        check_step(game, before, moves, match.state, events)
        assert brief(before) == kept, "the rules changed a state"
        digest.add(match, events)
    text = log.encode(Log(game_id, params, seed, seats, match.turns))
    fate = "over" if match.over else "cut short"
    return Played(f"{fate} by {'agents' if seats else 'lot'}", text, digest.hex)


def _moves(match: Match[Any], agents: bool, rng: Stream) -> dict[int, str]:
    if agents:
        return decided(match)
    return {
        seat: contract.any_move(match.game, match.state, seat, rng, MOST_OF_MANY)
        for seat in match.to_act
    }


# -- what has to hold ----------------------------------------------------------------------


def check_turn(game: Game[Any], state: Any, moves: Moves, rng: Stream) -> None:
    """Before a turn: who acts and may do what, what each may see, what is refused."""
    seats = game.to_act(state)
    contract.check_seats(game, state, seats)
    places = len(game.returns(state))
    seat = rng.below(places)
    view = game.view(state, seat)
    if not rng.below(IMAGINED.get(game.spec.id, 1)):
        imagined = game.imagine(view, seat, rng)
        assert game.view(imagined, seat) == view
        assert game.to_act(imagined) == seats
    wrong = list(contract.wrong_moves(game, state, moves))
    with pytest.raises(IllegalMove) as caught:
        game.apply(state, wrong[rng.below(len(wrong))])
    assert str(caught.value).endswith((".", "?"))


def check_step(
    game: Game[Any], state: Any, moves: Moves, after: Any, events: tuple[Event, ...]
) -> None:
    """After a turn: the same once more, scores that are numbers, events that can be told."""
    again, same_events = game.apply(state, dict(moves))
    assert again == after
    assert same_events == events
    scores = game.returns(after)
    assert all(type(score) is float and math.isfinite(score) for score in scores)
    for event in events:
        json.dumps(event.data, allow_nan=False)
        seats = {*range(len(scores)), WATCHERS}
        assert event.audience is None or set(event.audience) <= seats
    rule = RULES.get(game.spec.id)
    if rule is not None:
        rule(state, moves, after)


def _karate(state: Any, moves: Moves, after: Any) -> None:
    from games.karate.rules import MOVES, POINTS

    own, other = (MOVES.index(moves[seat]) for seat in (0, 1))
    points = POINTS[state.table]
    assert after.played == state.played + 1 <= (state.rounds or 2000)
    assert after.player_points - state.player_points == points[own][other]
    assert after.opponent_points - state.opponent_points == points[other][own]


def _numbers(state: Any, moves: Moves, after: Any) -> None:
    assert after.pressed == state.pressed + 1 <= (state.keys or 2000)
    assert after.hits - state.hits == (moves[0] == moves[1])


def _ur(state: Any, moves: Moves, after: Any) -> None:
    (seat, move), end = next(iter(moves.items())), state.rule_set.off
    own, other = max(seat, 0), 1 - max(seat, 0)
    squares, offs = set(state.squares(own)), state.off(own)
    if move.isdecimal() and seat != CHANCE:
        to = int(move) + state.roll
        squares = squares - {int(move)} | ({to} - {end})
        offs += to == end
    assert (set(after.squares(own)), after.off(own)) == (squares, offs)
    taken = set(state.squares(other)) - set(after.squares(other))
    assert len(taken) <= (seat != CHANCE)
    assert set(after.squares(other)) <= set(state.squares(other))
    assert after.off(other) == state.off(other)
    assert min(after.home(0), after.home(1)) >= 0
    assert (after.winner is None) == (max(after.off(0), after.off(1)) < after.pieces)


def _tracker(state: Any, moves: Moves, after: Any) -> None:
    course = after.course
    slipping = getattr(state, "phase", "") == hide.SLIPPING
    if 0 <= state.cell != after.cell and not slipping:
        assert after.cell in course.ways[state.cell]
    assert after.cell in range(-1, len(course.cells))
    assert after.step - state.step in (0, 1)
    MAZE_GAMES[type(after)](state, moves, after)


def _watched(state: TrackerState, moves: Moves, after: TrackerState) -> None:
    course = after.course
    assert after.cell >= 0
    assert 0 <= after.unseen <= after.step <= (course.steps or 1 << 30)
    for reading in after.readings:
        assert reading.observer in course.sensors
        where = course.sensors.index(reading.observer)
        assert reading.z is not None
        assert abs(reading.z - course.distance(where, after.cell)) <= course.noise


def _hidden(state: HideState, moves: Moves, after: HideState) -> None:
    walked, before, left = hide.GHOST in moves, set(state.lanterns), set(after.lanterns)
    assert before - left == ({after.cell} & before if walked else set())
    assert len(left - before) == state.placed * (state.due > 0)
    points = 0
    if hide.TRACKER in moves:
        cell, share, doubt = map(int, moves[hide.TRACKER].split(":"))
        points = state.taken * doubt
        sure = cell == state.cell and share >= hide.SURE
        assert after.held == (state.held + 1) * sure
    assert after.points - state.points == points
    assert after.caught == (after.held >= hide.HELD_TO_CATCH)


def _sought(state: SeekState, moves: Moves, after: SeekState) -> None:
    told = seek.RIVAL in moves
    assert after.rounds - state.rounds == told
    assert sum(after.closer) <= after.rounds <= seek.ROUNDS
    assert state.hops - after.hops == (-seek.HOPS if told else seek.GHOST in moves)
    if told:
        far = after.course.steps_from(after.cell)
        own, other = (far[int(moves[seat].removeprefix("cell"))] for seat in (0, 2))
        gained = tuple(b - a for a, b in zip(state.closer, after.closer, strict=True))
        assert gained == (own < other, other < own)


def _hunted(state: HuntState, moves: Moves, after: HuntState) -> None:
    for seat, (here, there) in enumerate(zip(state.hunters, after.hunters, strict=True)):
        assert there == here or (seat in moves and there in after.course.ways[here])
    assert after.caught == (after.placed and after.step > 0 and after.cell in after.hunters)
    assert after.over >= after.caught


MAZE_GAMES: Final[Mapping[type, Callable[[Any, Moves, Any], None]]] = {
    TrackerState: _watched,
    HideState: _hidden,
    SeekState: _sought,
    HuntState: _hunted,
}


RULES: Final[Mapping[str, Callable[[Any, Moves, Any], None]]] = {
    "karate": _karate,
    "numbers": _numbers,
    "ur": _ur,
    "tracker": _tracker,
}
"""What a game's own rules promise of a turn."""
