"""`Match`, the one loop that plays games: it owns the state, the turns, and all random numbers.

A match is a seed and a list of turns. Saving, resuming, undo, replay, a bug report and a
league's record all use that list; `games.log` writes it as text. Players observe the events
that they may see (`observe`) and are asked for moves (`act`). Their state is a function of their
start, their seed and what they observed, so that playing the list again brings all of it back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, Final, Generic, NamedTuple

from games.core import (
    CHANCE,
    FAILURES,
    WATCHERS,
    Decision,
    Event,
    Game,
    IllegalMove,
    Limit,
    Moves,
    Player,
    Seal,
    State,
    Turn,
)
from games.spec import Params
from games.streams import Stream

_WEIGHT: Final = itemgetter(1)
SNAPSHOT_EVERY: Final = 64
"""The number of turns between two kept moments of a match, to go back to."""

BEGIN: Final = 1 << 62
"""The place on its stream where a player begins: a turn that no match reaches."""


def wrong_turn(acting: Sequence[int], given: Sequence[int]) -> str:
    """Return a sentence for a person: other seats moved than were to act."""
    if not acting:
        return f"There is a move of {_named(given)} after the end."
    return f"It is the turn of {_named(acting)}, not of {_named(given)}."


def _named(seats: Sequence[int]) -> str:
    """Return the numbers of seats, and chance, as text: "seats 0 and 2"."""
    *most, last = [str(seat) for seat in seats if seat != CHANCE] or [""]
    told = [f"seats {', '.join(most)} and {last}" if most else f"seat {last}"] if last else []
    return " and ".join([*told, *(["chance"] if CHANCE in seats else [])]) or "nobody"


class _Snapshot(NamedTuple):
    """A point of a match to go back to: the turns played, the state, each player's snapshot."""

    turns: int
    state: Any
    players: tuple[object, ...]


class _Cast(NamedTuple):
    """A player with the seats that it fills (none for a watcher) and its random numbers.

    The player observes the events for `audience`.
    """

    player: Player
    seats: tuple[int, ...]
    audience: tuple[int, ...]
    rng: Stream


class Match(Generic[State]):
    """One match: a game, its players, a seed, and the turns played up to now.

    - `players` maps seats to players. One player may fill several seats, as a team, and then
      observes each event once. A seat without a player is filled from outside (a person).
    - `watchers` observe the public events and those for `WATCHERS`.
    - `snapshots`: the match can go back without playing all turns again, where its players can.
    - `failed` is called with the seat, the number of turns played and the exception that a player
      raised in `begin`, `observe` or `finish`. Without `failed`, and for watchers, the exception is
      raised on.

    The match owns every stream of random numbers; see `games.streams`.

    >>> from games import catalog
    >>> ur = catalog.rules("ur")
    >>> greedy = [catalog.resolve("ur", "greedy").make() for seat in range(2)]
    >>> match = Match(ur, ur.spec.params(), seed=7, players=dict(enumerate(greedy)))
    >>> match.run(Limit(nodes=100))
    (1.0, 0.0)
    >>> match.undo(); match.over
    False
    """

    def __init__(
        self,
        game: Game[State],
        params: Params,
        seed: int,
        players: Mapping[int, Player] | None = None,
        watchers: Sequence[Player] = (),
        snapshots: bool = False,
        failed: Callable[[int, int, BaseException], None] | None = None,
    ) -> None:
        self.game = game
        self.params = dict(params)
        self.seed = seed
        self.players = dict(players or {})
        self.watchers = list(watchers)
        self._chance = Stream.named(seed, "chance")
        self._cast = [self._seat(player) for player in _distinct(self.players.values())]
        self._cast += [self._watcher(player, i) for i, player in enumerate(watchers)]
        self._audience = _observing(self._cast)
        # each seat's player, and how far apart on its stream the seats of a team decide
        self._by_seat = {
            seat: (part, own << 48) for part in self._cast for own, seat in enumerate(part.seats)
        }
        self._snapshots = snapshots
        self._failed = failed
        self._moments: list[_Snapshot] = []
        self._redo: list[Turn] = []
        self.turns: list[Turn] = []
        self._restart()

    def _seat(self, player: Player) -> _Cast:
        seats = tuple(sorted(s for s, sitting in self.players.items() if sitting is player))
        return _Cast(player, seats, seats, Stream.named(self.seed, f"seat {seats[0]}"))

    def _watcher(self, player: Player, index: int) -> _Cast:
        return _Cast(player, (), (WATCHERS,), Stream.named(self.seed, f"watcher {index}"))

    def _restart(self) -> None:
        """Go back to the start: begin all players anew, without any turn played."""
        self.turns, self._ahead = [], -1
        self.state: State = self.game.new(self.params)
        self.to_act: tuple[int, ...] = self.game.to_act(self.state)
        for part in self._cast:
            self._begin(part)

    def _begin(self, part: _Cast) -> None:
        part.rng.jump(BEGIN)
        try:
            part.player.begin(part.seats, self.game, self.params, part.rng)
        except FAILURES as problem:
            self._blame(part, problem)

    @property
    def over(self) -> bool:
        """True if no seat is to act any more."""
        return not self.to_act

    @property
    def returns(self) -> tuple[float, ...]:
        """The score of each seat up to now."""
        return self.game.returns(self.state)

    def legal(self, seat: int) -> Collection[str]:
        """Return the legal moves of a seat now."""
        return self.game.legal(self.state, seat)

    def decide(self, seat: int, limit: Limit, lot: int | None = None) -> Decision:
        """Ask the player of a seat for its move, without playing it.

        The player's random numbers come from the match's seed and this turn. With a `lot` (a number
        in 1..`LOTS` - 1) they come from that place on its stream, which is unpredictable. Raises
        `IllegalMove` where the player returns no move, or one that it does not have.
        """
        if seat not in self.to_act or seat not in self.players:
            raise IllegalMove(f"Seat {seat} has no player to ask now.")
        part, apart = self._by_seat[seat]
        part.rng.jump(len(self.turns) + apart if lot is None else lot, lot is not None)
        if len(self.to_act) > 1:
            self._ask_ahead()
        legal = self.game.legal(self.state, seat)
        choice = part.player.act(seat, self.game.view(self.state, seat), legal, limit)
        if not isinstance(choice, Decision):
            raise IllegalMove(f"The agent in seat {seat} gave no decision.")
        if choice.move not in legal:
            raise IllegalMove(
                f"The agent in seat {seat} chose {_told(choice.move)}, which is illegal."
            )
        return choice

    def _ask_ahead(self) -> None:
        """Let players that are programs of their own think at the same time, if several act."""
        if self._ahead == len(self.turns):
            return
        self._ahead = len(self.turns)
        acting = {seat: self.players[seat] for seat in self.to_act if seat in self.players}
        able = {seat: getattr(player, "prepare", None) for seat, player in acting.items()}
        several = {seat: prepare for seat, prepare in able.items() if prepare is not None}
        if len({id(acting[seat]) for seat in several}) == len(several) > 1:
            for seat, prepare in several.items():
                legal = self.game.legal(self.state, seat)
                prepare(seat, self.game.view(self.state, seat), legal)

    def draw(self, lot: int | None = None) -> str:
        """Return the outcome of chance at this turn; every call gives the same one.

        The outcome comes from the match's seed and this turn, or with a `lot` from that place on
        the stream of chance, as in `decide`.
        """
        outcomes = self.game.chance(self.state)
        if len(outcomes) == 1:
            return outcomes[0][0]
        self._chance.jump(len(self.turns) if lot is None else lot, lot is not None)
        return outcomes[self._chance.weighted(map(_WEIGHT, outcomes))][0]

    def play(self, moves: Moves, again: bool = False) -> tuple[Event, ...]:
        """Play one turn with the moves of all seats to act; forget the turns that could be redone.

        A turn that is played `again` keeps the turns after it. Raises `IllegalMove`, and then
        nothing has changed.
        """
        if tuple(moves) != self.to_act:
            moves = dict(sorted(moves.items()))
        if tuple(moves) != self.to_act:
            raise IllegalMove(wrong_turn(self.to_act, tuple(moves)))
        return self._play(moves, tuple(moves.items()), again)

    def _play(self, moves: Moves, turn: Turn, again: bool = False) -> tuple[Event, ...]:
        """Play the `moves` of the seats to act, which are a `turn`."""
        game = self.game
        self.state, events = game.apply(self.state, moves)
        if not again:
            self._redo.clear()
            if self._moments:
                now = len(self.turns)
                self._moments = [kept for kept in self._moments if kept.turns <= now]
        self.turns.append(turn)
        self.to_act = game.to_act(self.state)
        if self._audience:
            self._tell(events)
        if not self.to_act:
            self._finish()
        elif self._snapshots and len(self.turns) % SNAPSHOT_EVERY == 0:
            self._keep()
        return events

    def step(self, limit: Limit, moves: Moves | None = None) -> tuple[Event, ...]:
        """Play one turn: draw for chance, ask the players, take the others' moves from `moves`."""
        acting = self.to_act
        if not moves and len(acting) == 1:
            seat = acting[0]
            move = self.draw() if seat == CHANCE else self.decide(seat, limit).move
            return self._play({seat: move}, ((seat, move),))
        given = dict(moves) if moves else {}
        for seat in acting:
            if seat == CHANCE:
                given[CHANCE] = self.draw()
            elif seat not in given:
                given[seat] = self.decide(seat, limit).move
        return self.play(given)

    def run(self, limit: Limit, turns: int | None = None) -> tuple[float, ...]:
        """Let the players play to the end, or for `turns` turns; return the scores."""
        left = -1 if turns is None else turns
        while self.to_act and left != 0:
            self.step(limit)
            left -= 1
        return self.returns

    def _tell(self, events: tuple[Event, ...]) -> None:
        turn = len(self.turns)
        for part in self._audience:
            part.rng.jump(-turn)
            try:
                part.player.observe(seen_by(events, part.audience))
            except FAILURES as problem:
                self._blame(part, problem)

    def _finish(self) -> None:
        result = self.returns
        for part in self._cast:
            if not _observing((part,)):
                part.rng.jump(-len(self.turns))
            try:
                part.player.finish(result)
            except FAILURES as problem:
                self._blame(part, problem)

    def _blame(self, part: _Cast, problem: BaseException) -> None:
        """Report a player's exception, with its turn, to `failed`; without that, raise it on."""
        if self._failed is None or not part.seats:
            raise problem
        self._failed(part.seats[0], len(self.turns), problem)

    def _keep(self) -> None:
        """Keep this moment, if every player can be brought back to it."""
        if any(kept.turns == len(self.turns) for kept in self._moments):
            return
        found = [part.player.snapshot() for part in self._cast]
        if all(snapshot is not None for snapshot in found):
            self._moments.append(_Snapshot(len(self.turns), self.state, tuple(found)))

    def _return_to(self, kept: _Snapshot | None, line: Sequence[Turn]) -> None:
        """Go to a kept moment of a `line` of turns, or to the start."""
        if kept is None:
            self._restart()
            return
        self.turns = list(line[: kept.turns])
        self.state = kept.state
        self.to_act = self.game.to_act(self.state)
        for part, snapshot in zip(self._cast, kept.players, strict=True):
            part.player.restore(snapshot)

    @property
    def can_redo(self) -> bool:
        """True if an undone turn can be played again."""
        return bool(self._redo)

    @property
    def taken_back(self) -> list[Turn]:
        """The turns that can be played again, the next one first."""
        return self._redo[::-1]

    def undo(self, turns: int = 1) -> None:
        """Take back the last `turns` turns."""
        self.go_to(max(0, len(self.turns) - turns))

    def go_to(self, turn: int) -> None:
        """Go back, or forward along the turns taken back, to the moment after `turn` turns."""
        line = [*self.turns, *reversed(self._redo)]
        turn = min(turn, len(line))
        near = (kept for kept in self._moments if kept.turns <= turn)
        nearest = max(near, key=lambda kept: kept.turns, default=None)
        if turn < len(self.turns) or (nearest is not None and nearest.turns > len(self.turns)):
            self._return_to(nearest, line)
        for again in line[len(self.turns) : turn]:
            self.play(dict(again), again=True)
        self._redo = list(reversed(line[turn:]))

    def redo(self) -> tuple[Event, ...]:
        """Play the turn that was taken back last; raise `IllegalMove` if there is none."""
        if not self._redo:
            raise IllegalMove("There is nothing to redo.")
        events = self.play(dict(self._redo[-1]), again=True)
        self._redo.pop()
        return events

    def expect(self, turns: Sequence[Turn]) -> None:
        """Take in the `turns` once played from here on, for `go_to`, without playing them."""
        self._redo = list(reversed(turns))

    def replay(self, turns: Iterable[Turn]) -> None:
        """Play these turns from the start; raise `IllegalMove` at the first that is illegal."""
        self._restart()
        for turn in turns:
            self.play(dict(turn))

    def watch(self, watcher: Player) -> None:
        """Add a watcher, and let it first observe the match up to now."""
        part = self._watcher(watcher, len(self.watchers))
        self._begin(part)
        past: Match[State] = Match(self.game, self.params, self.seed)
        for number, turn in enumerate(self.turns, start=1):
            part.rng.jump(-number)
            part.player.observe(seen_by(past.play(dict(turn)), part.audience))
        self.watchers.append(watcher)
        self._cast.append(part)
        self._audience = _observing(self._cast)
        self._moments = []


def _told(move: object) -> str:
    """Return the value in a move's place, in few letters."""
    return repr(move)[:60]


def _observing(cast: Sequence[_Cast]) -> list[_Cast]:
    """Return the members of a `cast` who observe; an agent may have no use for events."""
    return [part for part in cast if getattr(part.player, "observes", True)]


def _distinct(players: Iterable[Player]) -> list[Player]:
    """Return each player once, even if it fills several seats."""
    return list({id(player): player for player in players}.values())


def seen_by(events: tuple[Event, ...], audience: tuple[int, ...]) -> tuple[Event, ...]:
    """Return the events that at least one seat in `audience` (`WATCHERS` included) may see."""
    for event in events:
        if event.audience is not None and not set(audience) & set(event.audience):
            return tuple(e for e in events if e.audience is None or set(audience) & set(e.audience))
    return events


def seal(choice: Decision, nonce: Callable[[], str]) -> Seal:
    """Seal the decided move `choice` with a fresh `nonce` (32 hexadecimal digits)."""
    return Seal(nonce(), choice.move)
