"""The parts of the table of Ra beside the state itself, followed event by event.

They are the order in which the tiles of the block were drawn, the name of each god, each seat's
last act, the sums of the epochs, and what is hidden from the viewer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from games.core import Event
from games.ra.tiles import GOD, NUMBER, Counts, listed
from games.ra.visibility import Visibility, veil_of
from games.ra.words import deed
from games.session.session import Session

AUCTION: Final = ("call", "ra")
"""The events that open an auction."""


class Lying(NamedTuple):
    """A tile on the block: its kind, and which of the eight gods it is where it is one."""

    kind: int
    god: int = 0


@dataclass
class TableParts:
    """The parts beside the state.

    - `block` has the tiles in the order of drawing, `gods` the number of gods drawn, `held` each
      seat's gods of the eight.
    - `said` is each seat's last act, `newest` the seat that acted last.
    - `bids` are the bids in this auction (0 for a pass), `epochs` the data of every epoch's end.
    """

    block: list[Lying] = field(default_factory=list)
    said: dict[int, str] = field(default_factory=dict)
    bids: dict[int, int] = field(default_factory=dict)
    epochs: list[Mapping[str, Any]] = field(default_factory=list)
    newest: int = -1
    gods: int = 0
    held: dict[int, list[int]] = field(default_factory=dict)

    def follow(self, events: Iterable[Event]) -> None:
        """See all of these."""
        for event in events:
            self.see(event)

    def see(self, event: Event) -> None:
        """Follow an event."""
        told = deed(event)
        if told is not None:
            self.newest = told[0]
            self.said[told[0]] = told[1]
        change = _CHANGES.get(event.kind)
        if change is not None:
            change(self, event.data)

    def tiles_of(self, block: Counts) -> tuple[Lying, ...]:
        """Return the tiles of a `block` in the order of drawing, else by their names."""
        if pack_of(self.block) == block:
            return tuple(self.block)
        return tuple(Lying(NUMBER[name]) for name in listed(block))

    def points(self, epoch: int, seat: int) -> int | None:
        """Return the points of a seat in an epoch that is over, None before its end."""
        found = next((data for data in self.epochs if data["epoch"] == epoch), None)
        return None if found is None else int(found["breakdown"][seat]["total"])


class Model(TableParts):
    """The knowledge of the table of a `session`, after the turns that were played.

    `ended` returns whether the match was ended.
    """

    def __init__(self, session: Session, ended: Callable[[], bool]) -> None:
        super().__init__()
        self._session, self._ended = session, ended
        self.follow(event for reveal in session.played for event in reveal.events)

    @property
    def all_open(self) -> bool:
        """True if nothing is hidden from who looks any more."""
        return (self._session.match.over or self._ended()) and self._session.setup.eyes is None

    @property
    def veil(self) -> Visibility:
        """The veil of the viewer."""
        return veil_of(self._session, self.all_open)

    @property
    def counting(self) -> bool:
        """True if what the bag holds is shown."""
        setup = self._session.setup
        return bool(setup.params.get("show_bag", True)) or (setup.replay and setup.eyes is None)

    @property
    def lying(self) -> tuple[Lying, ...]:
        """The tiles of the block as they lie."""
        return self.tiles_of(self._session.seen.block)

    @property
    def telling(self) -> bool:
        """True if the position tells more than the viewer may know."""
        return not self.all_open and (any(self.veil) or not self.counting)


def pack_of(tiles: Iterable[Lying]) -> Counts:
    """Return tiles as counts."""
    counts = bytearray(len(NUMBER))
    for tile in tiles:
        counts[tile.kind] += 1
    return bytes(counts)


def _add(showing: TableParts, data: Mapping[str, Any]) -> None:
    kind = NUMBER[data["tile"]]
    showing.block.append(Lying(kind, showing.gods if kind == GOD else 0))
    showing.gods += kind == GOD


def _open(showing: TableParts, data: Mapping[str, Any]) -> None:
    showing.bids.clear()


def _bid(showing: TableParts, data: Mapping[str, Any]) -> None:
    showing.bids[data["seat"]] = data.get("sun", 0)


def _take(showing: TableParts, data: Mapping[str, Any]) -> None:
    kind = NUMBER[data["tile"]]
    place = next((n for n, tile in enumerate(showing.block) if tile.kind == kind), None)
    if place is not None:
        del showing.block[place]


def _win(showing: TableParts, data: Mapping[str, Any]) -> None:
    gods = [tile.god for tile in showing.block if tile.kind == GOD]
    showing.held.setdefault(data["seat"], []).extend(gods)
    showing.block.clear()
    showing.bids.clear()


def _use_gods(showing: TableParts, data: Mapping[str, Any]) -> None:
    del showing.held.get(data["seat"], [])[: len(data["tiles"])]


def _pass_by(showing: TableParts, data: Mapping[str, Any]) -> None:
    showing.bids.clear()
    if data["tiles"]:
        showing.block.clear()


def _end(showing: TableParts, data: Mapping[str, Any]) -> None:
    for kept in (showing.block, showing.bids, showing.said, showing.held):
        kept.clear()
    showing.epochs.append(data)


_CHANGES: Final = {
    "tile": _add,
    "call": _open,
    "ra": _open,
    "bid": _bid,
    "pass": _bid,
    "taken": _take,
    "won": _win,
    "god": _use_gods,
    "nobody": _pass_by,
    "epoch": _end,
}
