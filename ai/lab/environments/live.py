"""A match that learners play by numbers: observations, actions and gains, without any package.

`LiveMatch` asks seats in turn and plays for chance and for the agents in other seats. The
environments of PettingZoo and Gymnasium are faces of it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

import numpy as np

from ai.lab.arena.schedule import sides
from ai.lab.environments.choosing import ActionList, Mask
from ai.lab.environments.derived import derived_shape
from ai.lab.environments.encoding import Array, Encoder, LastEvents, ViewPart
from ai.lab.rooms import Room
from games import catalog
from games.core import GivesUp, Limit, Player
from games.match import Match
from games.plain import Plain, PlainForm, plain_form
from games.spec import Params

Observation = dict[str, Array]
_LIMIT: Final = Limit()


class GameShape(NamedTuple):
    """The fields of a game's views, its moves, and the events that are remembered.

    - `at_once`: all seats always choose at once. `each_round`: a reward is a round's gain; else it
      comes at the end.
    - `live` is the class of its matches, None for the usual one.
    """

    parts: Sequence[ViewPart]
    choosing: ActionList
    past: LastEvents | None = None
    at_once: bool = False
    each_round: bool = False
    live: type[LiveMatch] | None = None


class Shaped(Protocol):
    """The module of a game that says its shape, `ai/lab/<game>/environment.py`."""

    def shape(self, params: Params, view: Plain) -> GameShape:
        """Return the shape of matches with these options; `view` is one of their plain views."""
        ...


ENVIRONMENT: Final = Room[Shaped]("environment")


class Blueprint:
    """All matches of a game with some options: seats, sides, and what is the same in each.

    A game without a shape of its own has one that is derived. Raises `BadArguments` where none can
    be, and the errors of the catalogue.
    """

    def __init__(self, game: str, given: Mapping[str, Any]) -> None:
        self.spec, self.rules = catalog.spec(game), catalog.rules(game)
        self.params = self.spec.params(given)
        module = ENVIRONMENT.of(game)
        params = self.spec.draw(self.params, 0)
        if module is None:
            parts, choosing, at_once = derived_shape(game, tuple(self.params.items()))
            self.shape = GameShape(parts, choosing, at_once=at_once)
        else:
            view = plain_form(game, params).view(self.rules.view(self.rules.new(params), 0), 0)
            self.shape = module.shape(params, view)
        self.seats = range(len(self.spec.seats_for(self.params)))
        self.sides = sides(self.spec, self.params)
        self.side_of = [next(s for s in self.sides if seat in s) for seat in self.seats]
        shape = self.shape
        self.encoder = Encoder(game, shape.parts, shape.past, shape.choosing.longest)

    def begin(self, seed: int, players: Mapping[int, Player]) -> LiveMatch:
        """Return a new match of a `seed`, in which `players` fill some seats."""
        return (self.shape.live or LiveMatch)(self, seed, players)

    def margins(self, returns: Sequence[float]) -> list[float]:
        """Return for each seat the returns of its side less the mean of the other sides'.

        Where it is alone, its returns.
        """
        if len(self.sides) == 1:
            return list(returns)
        if len(self.seats) == 2:
            ahead = returns[0] - returns[1]
            return [ahead, -ahead]
        means = [sum(returns[seat] for seat in side) / len(side) for side in self.sides]
        total, others = sum(means), len(means) - 1
        by_side = {
            side[0]: own - (total - own) / others
            for side, own in zip(self.sides, means, strict=True)
        }
        return [by_side[self.side_of[seat][0]] for seat in self.seats]


class LiveMatch:
    """One match: `asked` are the seats that still have to choose in this turn, in order.

    `players` fill seats that no learner does. `gains` are rewards since they were last taken, by
    seat; `illegal` are the seats that chose what their masks ruled out, which ended the match.
    `forfeit` is the sentence of an agent that gave up by a fault of its own, which ends it, too.
    """

    def __init__(self, plan: Blueprint, seed: int, players: Mapping[int, Player]) -> None:
        self.plan = plan
        params = plan.spec.draw(plan.params, seed)
        self.form: PlainForm = plain_form(plan.spec.id, params)
        self.match: Match[Any] = Match(plan.rules, params, seed, players)
        self.learners = [seat for seat in plan.seats if seat not in players]
        fresh = plan.encoder.fresh()
        self._past = {seat: fresh.copy() for seat in self.learners}
        self.asked: list[int] = []
        self._moves: dict[int, str] = {}
        self._chosen: dict[int, list[int]] = {}
        self._margins = [0.0] * len(plan.seats)
        self.gains = [0.0] * len(plan.seats)
        self.illegal: list[int] = []
        self.forfeit = ""
        self.go_on()

    @property
    def over(self) -> bool:
        """True if the match has ended: by the rules, a ruled out action or an agent's fault."""
        return bool(self.illegal or self.forfeit) or self.match.over

    def observe(self, seat: int) -> Observation:
        """Return what a seat may know, and the mask of what it may choose now."""
        view = self.form.view(self.match.game.view(self.match.state, seat), seat)
        chosen, encoder = self._chosen.get(seat, ()), self.plan.encoder
        observation = encoder.encode(self.seen(view), self._past[seat], chosen)
        return {"observation": observation, "action_mask": self.mask(seat)}

    def seen(self, view: Plain) -> Plain:
        """Return the plain `view` with what a match of this kind adds."""
        return view

    def legal(self, seat: int) -> Collection[str]:
        """Return the legal moves of a seat that is asked, as the game's choosing reads them."""
        return self.match.legal(seat)

    def mask(self, seat: int) -> Mask:
        """Return 1 for each action of a seat that is legal now; none for one that is not asked."""
        choosing = self.plan.shape.choosing
        if seat not in self.asked or self.over:
            return np.zeros(len(choosing.names), np.int8)
        return choosing.mask(self.legal(seat), self._chosen.get(seat, ()))

    def choose(self, action: int) -> None:
        """Let the first seat that is asked choose; play the turn once all have."""
        seat = self.asked[0]
        if self.allows(seat, action):
            self.take(action)
        else:
            self.rule_out(seat)

    def allows(self, seat: int, action: int) -> bool:
        """Return whether the mask of a seat that is asked allows an `action`."""
        chosen = self._chosen.get(seat, ())
        return self.plan.shape.choosing.allows(self.legal(seat), chosen, action)

    def take(self, action: int) -> None:
        """Take the `action` of the first seat that is asked, which its mask allows."""
        seat = self.asked[0]
        if self._add(seat, action):
            self._chosen.pop(seat)
            self.asked.pop(0)
        if not self.asked:
            moves, self._moves = self._moves, {}
            self.all_chosen(moves)

    def _add(self, seat: int, action: int) -> bool:
        """Add a part to the move of a `seat`; return whether the move is whole."""
        choosing, chosen = self.plan.shape.choosing, self._chosen.setdefault(seat, [])
        chosen.append(action)
        move = choosing.move(self.legal(seat) if choosing.longest else (), chosen)
        if move is not None:
            self._moves[seat] = move
        return move is not None

    def all_chosen(self, moves: Mapping[int, str]) -> None:
        """Go on with the `moves` of all learners that were asked."""
        self.play(moves)
        self.go_on()

    def rule_out(self, seat: int) -> None:
        """End the match: a `seat` chose what its mask ruled out."""
        if not self.illegal:
            self.gains = [0.0] * len(self.plan.seats)
        self.illegal.append(seat)
        self.gains[seat] = -1.0

    def take_gains(self) -> list[float]:
        """Return the gains of all seats since the last call."""
        found, self.gains = self.gains, [0.0] * len(self.plan.seats)
        return found

    def play(self, moves: Mapping[int, str]) -> None:
        """Play one turn; chance and agents choose what `moves` lack."""
        try:
            events = self.match.step(_LIMIT, moves)
        except GivesUp as fault:
            self.forfeit = str(fault)
            return
        if self.plan.shape.past is not None:
            self._remember(events)
        if self.plan.shape.each_round or self.match.over:
            margins = self.plan.margins(self.match.returns)
            for seat, (now, before) in enumerate(zip(margins, self._margins, strict=True)):
                self.gains[seat] += now - before
            self._margins = margins

    def _remember(self, events: Collection[Any]) -> None:
        encoder, open_ = self.plan.encoder, all(event.audience is None for event in events)
        found = self.form.events(tuple(events), self.learners) if open_ else []
        for seat in self.learners:
            own = found if open_ else self.form.events(tuple(events), (seat,))
            encoder.remember(self._past[seat], own)

    def go_on(self) -> None:
        """Play for chance and for agents until a learner is asked, or to the end."""
        while self.match.to_act and not self.forfeit:
            self.asked = [seat for seat in self.match.to_act if seat in self._past]
            if self.asked:
                return
            self.play({})
        self.asked = []


class LiveParts(LiveMatch):
    """A match in which all seats put their moves together at once, a part each in every step.

    Where the move of a seat is whole it chooses "done" until the others are.
    """

    def mask(self, seat: int) -> Mask:
        """Return 1 for each part that may follow; for a whole move for "done" alone."""
        if seat not in self._moves:
            return super().mask(seat)
        found = np.zeros(len(self.plan.shape.choosing.names), np.int8)
        found[-1] = seat in self.asked
        return found

    def allows(self, seat: int, action: int) -> bool:
        """Return whether the mask of a seat allows an `action`."""
        mask = self.mask(seat)
        return 0 <= action < len(mask) and bool(mask[action])

    def take(self, action: int) -> None:
        """Take the part that the first seat to be asked has chosen."""
        seat = self.asked.pop(0)
        if seat not in self._moves:
            self._add(seat, action)
        if self.asked:
            return
        if len(self._moves) < len(self.learners):
            self.asked = list(self.learners)
            return
        moves, self._moves, self._chosen = self._moves, {}, {}
        self.all_chosen(moves)
