"""The game of the protocol: capture-the-flag for two teams of two bots.

Seats 0 and 2 are team 0, seats 1 and 3 team 1; they move in turn. Before a bot moves, chance puts
dots that are due elsewhere ("dot17", by cell) and draws the bot's reading of each enemy that it
does not see ("z17" or "near45"). The readings are the secret of the team that hears them.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from games.core import CHANCE, WATCHERS, Event, Game, IllegalMove, Moves
from games.ctf import SPEC
from games.ctf.maze import MOVES, Field, generate, ground_of
from games.ctf.rules.camping import places, relocated, with_ages
from games.ctf.rules.moving import moved
from games.ctf.rules.orders import FREE, OpenMoves, parted
from games.ctf.rules.sensing import enemies_of, listened, named, outcomes, outcomes_at, sees
from games.ctf.rules.state import (
    BOTS,
    UNKNOWN,
    Ages,
    EnemyReading,
    Four,
    State,
    first_state,
    refuse,
)
from games.ctf.rulesets import RULE_SETS, CtfRules
from games.spec import Params
from games.streams import Stream

HEARD: Final = 2
"""So many readings are made before each move, one for each enemy."""
_TOLD: Final = 30
"""So many possible moves a refusal names."""
_SECRET: Final = EnemyReading("secret", UNKNOWN)
"""In a view what the other team heard."""
Told = tuple[State, tuple[Event, ...]]


def rules_of(params: Params) -> CtfRules:
    """Return the rule set of these options, with its sight and noise if not left to it."""
    rules = RULE_SETS[params["rules"]]
    sight, noise = int(params.get("sight", UNKNOWN)), int(params.get("noise", UNKNOWN))
    return rules._replace(
        sight=rules.sight if sight < 0 else sight, noise=rules.noise if noise < 0 else noise
    )


class CaptureTheFlag(Game[State]):
    """The rules; see the module."""

    spec = SPEC

    def new(self, params: Params) -> State:
        """Return all on their start cells; raises `games.mazes.BadLayout` for a bad layout."""
        rules = rules_of(params)
        if params.get("layout"):
            ground = ground_of(str(params["layout"]).splitlines())
        else:
            style, _, size = str(params["maze"]).partition("-")
            ground = generate(int(params["map"]), size, style)
        length = int(params["moves"]) or rules.length
        return ready(first_state(ground, rules, length))

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return chance while a dot or a reading is due, else the bot whose turn it is."""
        if state.over:
            return ()
        if state.due or len(state.readings) < HEARD:
            return (CHANCE,)
        return (state.turn,)

    def legal(self, state: State, seat: int) -> Collection[str]:
        """Return the open ways and to stay, or the outcomes of chance."""
        if (seat,) != self.to_act(state):
            return ()
        if seat == CHANCE:
            return tuple(outcome for outcome, _ in self.chance(state))
        return open_moves(state.field, state.bots[seat])

    def chance(self, state: State) -> Sequence[tuple[str, int]]:
        """Return the outcomes: the due dot's cell ("dot17"), or the next enemy's reading."""
        if self.to_act(state) != (CHANCE,):
            return ()
        if state.due:
            return tuple((f"dot{cell}", 1) for cell in places(state))
        return named(outcomes(state, enemies_of(state.turn)[len(state.readings)]))

    def apply(self, state: State, moves: Moves) -> Told:
        """Return the state after a dot moves, a reading is heard, or a bot moves."""
        acting = self.to_act(state)
        if tuple(moves) != acting:
            raise IllegalMove(f"Seats {acting} are to act, not {tuple(moves)}.")
        move = moves[acting[0]] if acting else ""
        if acting != (CHANCE,):
            return self._walked(state, move)
        if not any(move == outcome for outcome, _ in self.chance(state)):
            known = itertools.islice(self.legal(state, CHANCE), _TOLD)
            raise refuse(move, ", ".join(known))
        return _dot_moved(state, move) if state.due else _heard(state, move)

    def _walked(self, state: State, move: str) -> Told:
        """Return the bot whose turn it is makes its move."""
        bot = state.turn
        here = state.bots[bot]
        walk, order = parted(move)
        there = state.field.ways[here][MOVES.index(walk)] if walk in MOVES else UNKNOWN
        if there < 0:
            raise refuse(move, ", ".join(open_moves(state.field, here)))
        after, events = moved(_ordered(state, order), there)
        step = Event("move", {"bot": bot, "from": here, "to": there}, team_of(bot))
        if order:
            events = (Event("order", {"bot": bot, "order": order}, team_of(bot)), *events)
        end = (Event("end", {"score": after.score}),) if after.over else ()
        waiting = ready(after)
        return waiting, (step, *events, *end, *_told(waiting))

    def view(self, state: State, seat: int) -> State:
        """Return the state without enemies that are not seen now, and without readings that the
        others heard.
        """
        team = seat % 2
        if state.turn % 2 != team:
            whole = len(state.readings) == HEARD and not state.due
            secret = (_SECRET,) * HEARD if whole else ()
            return _hidden(state, team, dict.fromkeys(enemies_of(seat), UNKNOWN), secret)
        told = dict(zip(enemies_of(seat), state.readings, strict=False))
        known = {
            enemy: told[enemy].value if enemy in told and told[enemy].kind == "seen" else UNKNOWN
            for enemy in enemies_of(seat)
        }
        return _hidden(state, team, known, state.readings)

    def imagine(self, view: State, seat: int, rng: Stream) -> State:
        """Return a full state with this view: enemies out of sight stand somewhere they could be
        heard.
        """
        bots = list(view.bots)
        own_turn = view.turn % 2 == seat % 2
        for place, enemy in enumerate(enemies_of(seat)):
            if bots[enemy] == UNKNOWN:
                told = view.readings[place] if place < len(view.readings) else None
                bots[enemy] = rng.choice(_possible(view, told, bots, own_turn))
        return dataclasses.replace(view, bots=_four(bots))

    def place(self, state: State, choices: int) -> str:
        """Return its round, of how many."""
        rounds = -(-state.length // len(BOTS))
        return f"round {min(rounds, state.moves // len(BOTS) + 1)} of {rounds}"

    def returns(self, state: State) -> tuple[float, ...]:
        """Return the points of each seat's team."""
        return tuple(float(state.score[bot % 2]) for bot in BOTS)

    def boxes(self, events: Iterable[Event], seat: int) -> str:
        """Return a letter for each catch: by the own team, or of one of its bots."""
        ghosts = (event.data["ghost"] for event in events if event.kind == "catch")
        return "".join("w" if team_of(ghost) == team_of(seat) else "l" for ghost in ghosts)


def ready(state: State) -> State:
    """Return the state at the start of a turn: dots have aged, and what is in sight is seen."""
    if state.over:
        return state
    aged = with_ages(state)
    return aged if aged.due else listened(aged)


def open_moves(field: Field, cell: int) -> OpenMoves:
    """Return the moves that lead somewhere from a cell; to stay always does."""
    return OpenMoves(move for move, to in zip(MOVES, field.ways[cell], strict=True) if to >= 0)


def _ordered(state: State, order: str) -> State:
    """Return the state with an order of the bot to move; "" changes none."""
    if not order:
        return state
    told = "" if order == FREE else order
    first, second = state.orders
    orders = (told, second) if state.turn % 2 == 0 else (first, told)
    return dataclasses.replace(state, orders=orders)


def team_of(bot: int) -> tuple[int, ...]:
    """Return the seats that may know a bot's moves out of sight: its team, and the watchers."""
    return (bot % 2, bot % 2 + 2, WATCHERS)


def _dot_moved(state: State, told: str) -> Told:
    gone, cell = state.due[0], int(told.removeprefix("dot"))
    after = relocated(state, cell)
    event = Event("relocate", {"team": state.turn % 2, "from": gone, "to": cell})
    waiting = after if after.due else listened(after)
    return waiting, (event, *_told(waiting))


def _heard(state: State, told: str) -> Told:
    """Return the state with one reading more; the team gets both once both are made."""
    kind = told.rstrip("-0123456789")
    made = (*state.readings, EnemyReading(kind, int(told.removeprefix(kind))))
    after = listened(dataclasses.replace(state, readings=made))
    return after, _told(after)


def _told(state: State) -> tuple[Event, ...]:
    """Return the event with the readings once both are made."""
    if len(state.readings) < HEARD:
        return ()
    data = {"moves": state.moves, "bot": state.turn, "readings": state.readings}
    return (Event("heard", data, team_of(state.turn)),)


def _hidden(
    state: State, team: int, known: dict[int, int], readings: tuple[EnemyReading, ...]
) -> State:
    """Return a `team`'s view: enemies on `known` cells, its catches, its dots."""
    bots = tuple(known.get(bot, cell) for bot, cell in enumerate(state.bots))
    ages: Ages = (state.ages[0], ()) if team == 0 else ((), state.ages[1])
    orders = (state.orders[0], "") if team == 0 else ("", state.orders[1])
    return dataclasses.replace(
        state, bots=_four(bots), kills=(0, 0, 0, 0), ages=ages, readings=readings, orders=orders
    )


def _four(numbers: Sequence[int]) -> Four:
    a, b, c, d = numbers
    return a, b, c, d


def _possible(
    view: State, told: EnemyReading | None, bots: Sequence[int], own_turn: bool
) -> list[int]:
    """Return the possible cells of an unseen enemy, by the last reading alone."""
    cells = [cell for cell in range(len(view.field.cells)) if cell not in bots]
    if not own_turn:
        return cells
    cells = [cell for cell in cells if not sees(view, cell)] or cells
    if told is not None:
        heard = [cell for cell in cells if any(told == said for said, _ in outcomes_at(view, cell))]
        cells = heard or cells
    return cells


GAME: Final = CaptureTheFlag()
