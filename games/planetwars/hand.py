"""The cursor, the mouse and what they choose on the map, before any order leaves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from games.planetwars.draft import Draft
from games.planetwars.engine.state import FIRST, State
from games.planetwars.sky import Sky
from games.shell.input import Pointer

STILL: Final = 8.0
"""Units that the mouse may move in a click."""
NO_SOURCE: Final = "Choose one of your own planets first."
NO_SHIPS: Final = "No ships are left to send: make the share larger."
NO_LINE: Final = "Choose sources, then point at the planet that they shall supply."
NOTHING_LEFT: Final = "No order of this turn is left to take back."
WAYS: Final[Mapping[str, tuple[int, int]]] = {
    "up": (0, -1),
    "down": (0, 1),
    "left": (-1, 0),
    "right": (1, 0),
}
SENT: Final = ""
"""The word for ships that were sent; the other words are for a person who sent none."""


class FleetHand:
    """The planets under the cursor and the mouse, and a lasso (left, top, right, foot)."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.cursor: int | None = None
        self.hovered: int | None = None
        self.lasso: tuple[float, float, float, float] | None = None
        self._start: tuple[float, float] | None = None

    def act(self, view: State, sky: Sky, action: str, repeat: bool) -> tuple[bool, str | None]:
        """Do what an action names; returns whether it is known, and words as `pick` does.

        Only the cursor goes on while a key is held.
        """
        if action in WAYS:
            self.go(view, sky, WAYS[action])
            return True, None
        if action.startswith("share_") and not repeat:
            self.draft.share = int(action.removeprefix("share_"))
            return True, None
        known: dict[str, Callable[[], str | None]] = {
            "pick": lambda: self.pick(view),
            "confirm": lambda: self.pick(view),
            "also_pick": lambda: self.pick_more(view),
            "larger": self.draft.enlarge,
            "together": self._turn_together,
            "supply": self.supply,
            "undo": lambda: None if self.draft.take_back() else NOTHING_LEFT,
        }
        if repeat or action not in known:
            return False, None
        return True, known[action]()

    def _turn_together(self) -> None:
        self.draft.together = not self.draft.together

    def go(self, view: State, sky: Sky, way: tuple[int, int]) -> None:
        """Move the cursor, first to an own planet."""
        if self.cursor is None:
            own = [planet for planet, owner in enumerate(view.owners) if owner == FIRST]
            self.cursor = own[0] if own else 0
        else:
            self.cursor = nearest(dict(enumerate(sky.spots)), self.cursor, way)
        self.hovered = self.cursor

    def pick(self, view: State) -> str | None:
        """Choose a source under the cursor or send there; a source is let go.

        Returns words for the person, `SENT`, or None where there is nothing to say.
        """
        planet, draft = self.cursor, self.draft
        if planet is None:
            return None
        if planet in draft.sources:
            draft.toggle(planet)
        elif draft.sources:
            return self._send(view, planet)
        elif view.owners[planet] == FIRST:
            draft.sources = (planet,)
        else:
            return NO_SOURCE
        return None

    def pick_more(self, view: State) -> None:
        """Add the planet under the cursor to the sources, or take it out."""
        if self.cursor is not None and view.owners[self.cursor] == FIRST:
            self.draft.toggle(self.cursor)

    def supply(self) -> str | None:
        """Let the sources supply the planet in hand; returns words as `pick` does."""
        target = self.cursor if self.hovered is None else self.hovered
        if not self.draft.sources or target is None or target in self.draft.sources:
            return NO_LINE
        self.draft.supply(target)
        self.draft.sources = ()
        return None

    def point(self, view: State, sky: Sky, event: Pointer) -> None:
        """Note what the mouse is over, and draw the lasso on."""
        planet = sky.at(view, event.x, event.y)
        self.hovered = self.cursor if planet is None else planet
        if event.kind == "move" and self.lasso is not None:
            self.lasso = (*self.lasso[:2], event.x, event.y)

    def grip(self, view: State, sky: Sky, event: Pointer) -> None:
        """Press the mouse: choose an own planet, or begin a lasso in the sky."""
        planet, self._start = sky.at(view, event.x, event.y), (event.x, event.y)
        if planet is None:
            self.lasso = (event.x, event.y, event.x, event.y)
        elif not self.draft.sources and view.owners[planet] == FIRST:
            self.draft.sources = (planet,)

    def let_go(self, view: State, sky: Sky, event: Pointer) -> str | None:
        """Let the mouse go: send, or choose what the lasso holds; returns words as `pick` does."""
        start, self._start = self._start, None
        lasso, self.lasso = self.lasso, None
        if start is None:
            return None
        planet, x, y = sky.at(view, event.x, event.y), event.x, event.y
        if lasso is not None and abs(x - start[0]) + abs(y - start[1]) > STILL:
            (left, right), (top, foot) = sorted((lasso[0], x)), sorted((lasso[1], y))
            self.draft.sources = tuple(
                number
                for number, (px, py) in enumerate(sky.spots)
                if left <= px <= right and top <= py <= foot and view.owners[number] == FIRST
            )
        elif planet is None:
            self.draft.sources = ()
        elif self.draft.sources and self.draft.sources != (planet,):
            return self._send(view, planet)
        return None

    def _send(self, view: State, target: int) -> str:
        ships = self.draft.send(view, target)
        self.draft.sources = ()
        return SENT if ships else NO_SHIPS


def nearest(spots: Mapping[int, tuple[float, float]], here: int, way: tuple[int, int]) -> int:
    """Return the planet next to `here` in the direction `way`; `here` where there is none.

    Places beside the way count twice as far as those along it.

    >>> nearest({0: (0, 0), 1: (5, 1), 2: (2, 9)}, 0, (1, 0))
    1
    """
    x, y = spots[here]
    best, least = here, float("inf")
    for planet, (px, py) in spots.items():
        along = (px - x) * way[0] + (py - y) * way[1]
        aside = abs((px - x) * way[1]) + abs((py - y) * way[0])
        if planet != here and along > 0 and along + 2 * aside < least:
            best, least = planet, along + 2 * aside
    return best
