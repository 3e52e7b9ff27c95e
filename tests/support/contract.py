"""What every game and every agent must keep to, as functions that a test calls with a game.

Each function plays for itself and returns how often it looked, so that a test can assert that it
did. They use the protocol alone.
"""

from __future__ import annotations

import itertools
import json
import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import pytest

from ai.core import Agent
from games import catalog, log
from games.agents import agent_options
from games.core import CHANCE, WATCHERS, Decision, Event, Game, IllegalMove, Limit, Log, Player
from games.match import Match
from games.mind import mind_from_plain, mind_to_plain
from games.spec import GameSpec, Params
from games.streams import Stream

MOST_TURNS = 110
FEW_TURNS = 16
"""How far a random match is played with the options as they come, and with others."""

MANY = 5000
"""Of a larger space of moves only the first so many are played."""

FEW = 64
"""Of such a space so many are compared."""

LIMIT = Limit(nodes=60)


def variants(spec: GameSpec) -> Iterator[dict[str, Any]]:
    """The options as they come, and each option at each of its ends or choices; none twice."""
    usual = spec.params()
    yield usual
    for option in spec.options:
        if option.hidden:
            continue
        values = option.choices or tuple(v for v in (option.low, option.high) if v is not None)
        for value in values:
            params = spec.params({option.name: int(value) if option.kind == "int" else value})
            if params != usual:
                yield params


def endless(spec: GameSpec) -> dict[str, Any]:
    """The options as they come, but for a length of 0 where a game has that: no end."""
    return spec.params({option.name: 0 for option in spec.options if 0 in option.choices})


def random_turns(
    game: Game[Any], params: Params, seed: int
) -> Iterator[tuple[Any, dict[int, str], Any, tuple[Event, ...]]]:
    """Play at random: (state, moves, next state, events) of each turn."""
    rng, state = Stream.named(seed, "random play"), game.new(params)
    for _ in range(MOST_TURNS if params == game.spec.params() else FEW_TURNS):
        seats = game.to_act(state)
        if not seats:
            return
        moves = {seat: any_move(game, state, seat, rng) for seat in seats}
        after, events = game.apply(state, moves)
        yield state, moves, after, events
        state = after


def any_move(game: Game[Any], state: Any, seat: int, rng: Stream, most: int = MANY) -> str:
    if seat == CHANCE:
        outcomes = game.chance(state)
        return outcomes[rng.weighted([weight for _, weight in outcomes])][0]
    legal = game.legal(state, seat)
    many = len(legal)
    if many > MANY:  # the first ones of a lazy space are those that lead on
        many = 2 << rng.below(most.bit_length() - 1)
    return next(itertools.islice(legal, rng.below(many), None))


def check_spec(game_id: str) -> int:
    """What the launcher and the command line read."""
    spec, agents = catalog.spec(game_id), catalog.agents(game_id)
    assert spec.id == game_id
    assert catalog.rules(game_id).spec is spec
    assert spec.title
    assert spec.tagline.endswith((".", "?", "!")), "a tagline is a sentence with its full stop"
    assert re.fullmatch("#[0-9A-Fa-f]{6}", spec.accent), "a colour as in #A9B4C6"
    assert spec.undo in ("none", "own", "any")
    assert len({agent.id for agent in agents}) == len(agents)
    assert catalog.agent(game_id, spec.opponents.default).id in {agent.id for agent in agents}
    assert isinstance(catalog.demo_player(game_id), Agent)
    for option in (*spec.options, *(o for agent in agents for o in agent.options)):
        assert option.parse(option.default) == option.default
        assert option.parse(str(option.default)) == option.default
        assert len(option.labels) in (0, len(option.choices))
    for agent in agents:
        assert agent.name
        assert agent.description.endswith("."), "a sentence with its full stop"
        assert 0 <= agent.level <= 5
    return len(agents)


def check_protocol(game: Game[Any], params: Params, seed: int) -> int:
    """Who acts, what is legal, chance, purity, returns: at every state of a random match."""
    turns = 0
    for state, moves, after, events in random_turns(game, params, seed):
        turns += 1
        seats = game.to_act(state)
        check_seats(game, state, seats)
        again, same_events = game.apply(state, dict(moves))
        assert again == after
        assert repr(again) == repr(after)
        assert same_events == events
        for event in events:
            assert isinstance(event, Event)
            json.dumps(event.data)
        scores = game.returns(after)
        assert len(scores) == len(game.spec.seats_for(params))
        assert all(isinstance(score, float) and math.isfinite(score) for score in scores)
    return turns


def check_seats(game: Game[Any], state: Any, seats: tuple[int, ...]) -> None:
    assert isinstance(seats, tuple)
    assert list(seats) == sorted(set(seats))
    assert CHANCE not in seats or seats == (CHANCE,)
    for seat in (CHANCE, *range(len(game.returns(state)))):
        legal = game.legal(state, seat)
        assert bool(len(legal)) == (seat in seats)
        if len(legal) > MANY:  # a lazy space; the rules' own tests look at it
            assert next(iter(legal)) in legal
            continue
        assert len(list(legal)) == len(legal) == len(set(legal))
        for move in legal:
            assert move in legal
            assert re.fullmatch("[!-~]{1,64}( [!-~]{1,64}){0,15}", move)
        assert "no such move" not in legal
    outcomes = game.chance(state)
    assert [outcome for outcome, _ in outcomes] == list(game.legal(state, CHANCE))
    assert all(type(weight) is int and weight > 0 for _, weight in outcomes)


def check_refusals(game: Game[Any], params: Params, seed: int) -> int:
    """Illegal and foreign moves are refused, and change nothing; returns how many were tried."""
    refused = 0
    last = game.new(params)
    for state, moves, after, _ in random_turns(game, params, seed):
        before = repr(state)
        for wrong in wrong_moves(game, state, moves):
            with pytest.raises(IllegalMove) as caught:
                game.apply(state, wrong)
            assert str(caught.value).endswith((".", "?"))
            refused += 1
        assert repr(state) == before
        last = after
    if not game.to_act(last):
        for seat in range(len(game.returns(last))):
            with pytest.raises(IllegalMove):
                game.apply(last, {seat: "x"})
            refused += 1
    return refused


def wrong_moves(game: Game[Any], state: Any, moves: Mapping[int, str]) -> Iterator[dict[int, str]]:
    foreign = next(s for s in (CHANCE, *range(len(game.returns(state)) + 1)) if s not in moves)
    yield {}
    yield {**moves, foreign: next(iter(moves.values()))}
    for seat in moves:
        for junk in ("", "no such move", "\x00", "é" * 3, "999"):
            if junk not in game.legal(state, seat):
                yield {**moves, seat: junk}
        yield {s: m for s, m in moves.items() if s != seat} | {foreign: moves[seat]}


def check_replay(game: Game[Any], params: Params, seed: int) -> int:
    """The log brings back the identical match, and later moves change nothing of the past."""
    match: Match[Any] = Match(game, params, seed)
    past: list[tuple[Any, str]] = []
    told: list[tuple[Event, ...]] = []
    for state, moves, _, _ in random_turns(game, params, seed):
        past.append((state, repr(state)))
        told.append(match.play(moves))
    assert all(repr(state) == text for state, text in past)
    header = Log(game.spec.id, dict(params), seed, (), match.turns)
    found = log.decode(log.encode(header))
    assert found == header
    other: Match[Any] = Match(game, found.params, found.seed)
    for (state, text), turn, events in zip(past, found.turns, told, strict=True):
        assert other.state == state
        assert repr(other.state) == text
        assert other.play(dict(turn)) == events
    assert other.state == match.state
    assert other.turns == match.turns
    return len(match.turns)


def check_undo(game: Game[Any], params: Params, seed: int) -> int:
    """Undo goes back to the very states that were, redo forward again."""
    match: Match[Any] = Match(game, params, seed)
    states = [match.state]
    for _, moves, _, _ in random_turns(game, params, seed):
        match.play(moves)
        states.append(match.state)
    turns = list(match.turns)
    steps = 0
    while match.turns:
        match.undo(min(3, len(match.turns)))
        assert match.state == states[len(match.turns)]
        steps += 1
    while match.can_redo:
        match.redo()
        assert match.state == states[len(match.turns)]
        steps += 1
    assert match.turns == turns
    return steps


def check_views(game: Game[Any], params: Params, seed: int, often: int = 4) -> int:
    """What is imagined from a view agrees with it, so the view holds nothing that was hidden."""
    looked = 0
    for state, _, _, _ in random_turns(game, params, seed):
        for seat in range(len(game.returns(state))):
            view = game.view(state, seat)
            for number in range(often):
                imagined = game.imagine(view, seat, Stream.named(number, "imagine"))
                assert game.view(imagined, seat) == view
                assert game.to_act(imagined) == game.to_act(state)
                pair = game.legal(imagined, seat), game.legal(state, seat)
                assert len(pair[0]) == len(pair[1])
                looked_at = MANY if len(pair[0]) <= MANY else FEW  # of a lazy space the first ones
                first = [list(itertools.islice(moves, looked_at)) for moves in pair]
                assert first[0] == first[1]
                looked += 1
    return looked


def check_audience(game: Game[Any], params: Params, seed: int) -> int:
    """Players and watchers are told what they may see, and all of it; returns events told."""
    seats = (*range(len(game.spec.seats_for())), WATCHERS)
    players = {seat: Witness() for seat in seats}
    seated = {seat: players[seat] for seat in seats[:-1]}
    match: Match[Any] = Match(game, params, seed, seated, [players[WATCHERS]])
    due: dict[int, list[str]] = {seat: [] for seat in seats}
    told = 0
    for _, moves, _, events in random_turns(game, params, seed):
        match.play(moves)
        for seat in seats:
            seen = [e for e in events if e.audience is None or seat in e.audience]
            due[seat].append(repr(tuple(seen)))
            told += len(seen)
    assert {seat: players[seat].shown for seat in seats} == due
    return told


class Witness(Agent):
    """Plays the first legal move, or at one turn another; remembers all that it was shown."""

    def __init__(self, odd_turn: int = -1) -> None:
        self.odd_turn = odd_turn
        self.shown: list[str] = []
        self.asked = 0

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        """Note the view; choose by turn."""
        self.shown.append(repr(view))
        moves = list(legal)
        odd = self.asked == self.odd_turn
        self.asked += 1
        return Decision(moves[-1] if odd else moves[0])

    def observe(self, events: Sequence[Event]) -> None:
        """Note the events."""
        self.shown.append(repr(events))


def check_seals(game: Game[Any], params: Params) -> int:
    """In a simultaneous turn nobody is shown what another has chosen before all have.

    Two matches are the same but for the choice of one seat at one turn: until that turn is
    played, the others are shown the same. Returns how many turns were compared.
    """
    compared = 0
    for turn in range(5):
        plain, odd = _witnesses(game, params, -1), _witnesses(game, params, turn)
        for match in (plain, odd):
            for _ in range(turn):
                match.step(LIMIT)
        if len(plain.to_act) < 2:
            continue
        first, second = plain.to_act[0], plain.to_act[1]
        choices = [match.decide(first, LIMIT).move for match in (plain, odd)]
        assert choices[0] != choices[1]
        assert plain.decide(second, LIMIT) == odd.decide(second, LIMIT)
        shown = [match.players[second].shown for match in (plain, odd)]
        assert shown[0] == shown[1]
        compared += 1
    return compared


def _witnesses(game: Game[Any], params: Params, odd_turn: int) -> Match[Any]:
    seats = range(len(game.spec.seats_for()))
    players = {seat: Witness(odd_turn if seat == 0 else -1) for seat in seats}
    return Match(game, params, 1, players)


# -- agents ------------------------------------------------------------------------------


def seated(game_id: str, agent_id: str, params: Params, seed: int) -> Match[Any]:
    """A match with the agent in the last seat that is for it, and attract mode's players in the
    others; raises `ValueError` where no seat is, or the agent cannot play.
    """
    places, agent = catalog.spec(game_id).seats_for(params), catalog.agent(game_id, agent_id)
    own = [seat for seat, place in enumerate(places) if place.role == agent.role and place.agents]
    if not own or agent.hindrance(params):
        raise ValueError(agent.hindrance(params) or f"{agent_id} has no seat here.")
    players: dict[int, Player] = {s: catalog.demo_player(game_id) for s in range(len(places))}
    players[own[-1]] = agent.make(agent_options(agent, {}), None)
    return Match(catalog.rules(game_id), params, seed, players)


SMALLER: dict[str, Params] = {"tracker": {"maze": "loops-small"}}
"""A smaller board of the same kind, on which agents think faster."""


def params_for(game_id: str, agent_id: str) -> Params:
    """The options as they come, or where the agent refuses them the first ones that it takes."""
    refusals = []
    for params in variants(catalog.spec(game_id)):
        params = {**params, **SMALLER.get(game_id, {})}
        try:
            seated(game_id, agent_id, params, 1)
        except ValueError as refusal:
            refusals.append(str(refusal))
        else:
            assert all(sentence.endswith((".", "?")) for sentence in refusals)
            return params
    raise AssertionError(f"{agent_id} can be seated in no variant of {game_id}")


def check_agent(game_id: str, agent_id: str, seed: int, turns: int = 20) -> int:
    """Legal moves, the same for the same seed, however and in whatever order it is asked.

    `Match` refuses illegal moves. Compared with the plain run: the same agents in another match
    before, players told in the other order, minds open, and undo in between.
    """
    params = params_for(game_id, agent_id)
    plain = seated(game_id, agent_id, params, seed)
    plain.run(LIMIT, turns)
    assert seated_reversed(game_id, agent_id, params, seed, turns) == plain.turns
    opened = seated(game_id, agent_id, params, seed)
    minds = _run_open(opened, turns)
    assert opened.turns == plain.turns
    used = seated(game_id, agent_id, params, seed + 1)
    used.run(LIMIT, turns)
    again: Match[Any] = Match(plain.game, params, seed, used.players)
    again.run(LIMIT, turns // 2)
    again.undo(turns // 4)
    again.run(LIMIT, turns - len(again.turns))
    assert again.turns == plain.turns
    return minds


def seated_reversed(
    game_id: str, agent_id: str, params: Params, seed: int, turns: int
) -> list[Any]:
    """The turns of the same match when seats are asked and told last to first."""
    match = seated(game_id, agent_id, params, seed)
    match.players = dict(reversed(match.players.items()))
    while match.to_act and len(match.turns) < turns:
        seats = [seat for seat in reversed(match.to_act) if seat != CHANCE]
        match.step(LIMIT, {seat: match.decide(seat, LIMIT).move for seat in seats})
    return match.turns


def _run_open(match: Match[Any], turns: int) -> int:
    """Play with open minds, which must be plain data; returns how many were looked at."""
    minds = 0
    while match.to_act and len(match.turns) < turns:
        moves = {}
        for seat in match.to_act:
            if seat == CHANCE:
                continue
            decision: Any = match.decide(seat, Limit(nodes=LIMIT.nodes, mind=True))
            moves[seat] = decision.move
            assert match.decide(seat, LIMIT).move == decision.move  # however often it is asked
            if decision.mind is not None:
                plain = json.loads(json.dumps(mind_to_plain(decision.mind), allow_nan=False))
                assert mind_from_plain(plain) == decision.mind
                minds += len(decision.mind) > 0
        match.step(LIMIT, moves)
    return minds


def check_snapshots(game_id: str, agent_id: str, seed: int) -> int:
    """An agent that can be brought back decides and learns as if it had never gone on.

    Returns how many decisions were compared, 0 where it has to observe the match again.
    """
    match = seated(game_id, agent_id, params_for(game_id, agent_id), seed)
    match.run(LIMIT, 20)
    players = list({id(player): player for player in match.players.values()}.values())
    kept = [player.snapshot() for player in players]
    if any(snapshot is None for snapshot in kept) or match.over:
        return 0
    turns, state, to_act = list(match.turns), match.state, match.to_act
    match.run(LIMIT, 20)
    straight = list(match.turns)
    match.turns, match.state, match.to_act = turns, state, to_act
    for player, snapshot in zip(players, kept, strict=True):
        player.restore(snapshot)
    match.run(LIMIT, len(straight) - len(turns))
    assert match.turns == straight
    return len(straight) - 20


def check_small_state(game: Game[Any], params: Params, seed: int) -> int:
    """A state keeps what the rules need, never the history; returns the turns played."""
    sizes = []
    state, rng = game.new(params), Stream.named(seed, "size")
    for _ in range(600):
        seats = game.to_act(state)
        if not seats:
            break
        state, _ = game.apply(state, {s: any_move(game, state, s, rng) for s in seats})
        sizes.append(len(repr(state)))
    assert max(sizes) <= 3 * max(sizes[:40]) + 40
    return len(sizes)
