"""The plain form of Planet Wars: the state as JSON, for each seat as if it were seat 0."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from games.core import Event
from games.plain import Plain, PlainForm
from games.planetwars.engine.orders import LegalOrders, tidy, written
from games.planetwars.engine.state import SWAPPED, State
from games.planetwars.engine.text import GO, plain_state, read_orders, rows_text


class TextOf2010:
    """The text that programs of 2010 read and write (`games.plain.Speech`)."""

    first_seconds = 2.0
    end_seconds = 0.5

    def question(self, view: Plain) -> str:
        """Return the lines of a view, and `go`."""
        return f"{rows_text(view['planets'], view['fleets'])}{GO}\n"

    def ends(self, line: bytes) -> bool:
        """Return whether a `line` is `go`."""
        return line.strip().lower() == b"go"

    def move(self, answer: str) -> tuple[str, list[str]]:
        """Return the orders in an `answer` as a move, and the lines with words that are none."""
        found = read_orders(answer)
        return written(found.orders), found.ignored


class Form(PlainForm):
    """A seat sees all, and itself as owner 1 and seat 0."""

    speech = TextOf2010()

    def view(self, view: State, seat: int) -> Plain:
        """Return the view as JSON; its seat is 0 in the eyes of either."""
        return {"seat": 0, **plain_state(view)}

    def events(self, events: Sequence[Event], seats: Collection[int]) -> list[Plain]:
        """Return the `events`, turned over for seat 1."""
        found = super().events(events, seats)
        return list(map(_turned, found)) if set(seats) == {1} else found

    def legal(self, moves: Collection[str]) -> list[str] | None:
        """Return None: there is no end of them."""
        return None

    def move(self, text: str) -> str:
        """Return the orders in the form of a move, whatever the blanks between them."""
        return tidy(text)

    def why_not(self, legal: Collection[str], move: str) -> str:
        """Return which order is bad, and why."""
        return legal.why_not(move) if isinstance(legal, LegalOrders) else ""


def _turned(event: Plain) -> Plain:
    """Return a plain `event` with the seats changed over."""
    data: dict[str, Any] = dict(event["data"])
    for name in ("before", "after"):
        if name in data:
            owner, ships = data[name]
            data[name] = [SWAPPED[owner], ships]
    for name in ("orders", "ships"):
        if name in data:
            data[name] = data[name][::-1]
    if "forces" in data:
        data["forces"] = [data["forces"][owner] for owner in SWAPPED]
    if type(data.get("winner")) is int:
        data["winner"] = 1 - data["winner"]
    return {**event, "data": data}
