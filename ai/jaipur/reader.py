"""The way each trader trades, by its open moves: what any person at the table could know.

It hears public events alone and reads the moves of either seat as `sensei` does with its opponent
(`ai.jaipur.opponent`), but knows no hand: the hidden part of a hand can be any of the goods that do
not lie in the open. So it can be shown while a person plays. A move takes some hundredths of a
second; it is taken in when `think` is called, not when it is heard.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ai.core import Agent
from ai.jaipur.greedy import in_use
from ai.jaipur.opponent import Opponent, move_of
from ai.jaipur.search import ways_tables
from ai.jaipur.watching import first_view, view_after
from ai.jaipur.ways import NAMES
from games.arrays import FloatArray
from games.core import Event, Game
from games.jaipur import SIDES
from games.jaipur.rules.goods import BONUS, PILES, pack_bonus
from games.jaipur.rules.moves import Move
from games.jaipur.rules.state import Series, Trader, View
from games.mind import Bars, Mind
from games.spec import Params
from games.streams import Stream

NEW_ROUND: Final = None
"""What stands in the line of what is still to be read when a round begins."""
HELP: Final = (
    "By Bayes from the moves that all have seen, whatever the hands may be. Before the first move "
    "most are taken to be like the Spice trader."
)


def open_view(own: View, other: View) -> View:
    """Return the rival as a player sees him who knows neither hand.

    Only the public parts of the views `own` and `other` of both seats are trusted: in each, what it
    knows of its rival. In the result the own hand holds the goods that the other seat saw taken.
    """
    seen = other.rival
    bonus = [BONUS[pile][0] for pile, n in zip(PILES, seen.bonus, strict=True) for _ in range(n)]
    shown = Trader(seen.known, seen.herd, seen.known, seen.points, seen.tokens, pack_bonus(bonus))
    return own._replace(own=shown)


class Reader(Agent):
    """Reads the moves of both seats; `think` takes in what was heard."""

    restorable = True

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Begin without knowledge of either trader."""
        super().begin(seats, game, params, rng)
        series = Series(params["length"], params["tie"])
        self._views = [first_view(series, seat) for seat in (0, 1)]
        self._read = [Opponent(), Opponent()]
        self._heard: list[tuple[int, View, Move] | None] = []

    def observe(self, events: Sequence[Event]) -> None:
        """Keep up what lies open, and remember what is to be read."""
        for event in events:
            move = move_of(event)
            if move is not None:
                seat = int(event.data["seat"])
                view = open_view(self._views[1 - seat], self._views[seat])
                self._heard.append((seat, view, move))
            elif event.kind == "round":
                self._heard.append(NEW_ROUND)
            self._views = [view_after(view, event) for view in self._views]

    def think(self) -> bool:
        """Read the next move that was heard; False where there is none."""
        if not self._heard:
            return False
        heard = self._heard.pop(0)
        if heard is NEW_ROUND:
            for reading in self._read:
                reading.new_round()
        else:
            seat, view, move = heard
            self._read[seat].learn(view, move, ways_tables(in_use()))
        return True

    def ways(self, seat: int) -> FloatArray:
        """Return the chances of the ways to trade of a seat by what was read of it, shape (6,)."""
        return self._read[seat].ways()

    def moves(self, seat: int) -> int:
        """Return the number of moves of a seat that were read."""
        return self._read[seat].moves

    def mind(self) -> Mind:
        """Return the likeliest way to trade of each seat; () for a seat that has not moved yet."""
        return tuple(
            Bars(
                f"Whom {name} trades like",
                NAMES,
                tuple(float(chance) for chance in self.ways(seat)),
                chosen=int(self.ways(seat).argmax()),
                help=HELP,
            )
            for seat, name in enumerate(SIDES)
            if self.moves(seat)
        )
