"""The shape of a game that says none: fields and moves as some matches by lot show them.

A first environment for a new game; `ai/lab/<game>/environment.py` takes its place. Words become
their index among all words seen, lists are as long as the longest seen. Actions are the moves that
the matches had; where none of them is legal, the action `FIRST` takes the first legal move.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from ai.lab.environments.choosing import MOST_WHOLE, Mask, WholeMoves
from ai.lab.environments.encoding import ANY, MISSING, Value, ViewPart
from ai.lab.errors import BadArguments
from games import catalog
from games.core import CHANCE
from games.match import Match
from games.plain import plain_form
from games.streams import Stream

FIRST: Final = "the first legal move"
_MATCHES: Final = 40
TURNS: Final = 4_000
"""Turns of all matches together; both chosen by hand, a second for a small game."""


class Derived(NamedTuple):
    """The fields of a view, the moves, and True if all seats always choose at once."""

    parts: list[ViewPart]
    choosing: SeenMoves
    at_once: bool


@functools.lru_cache(maxsize=8)
def derived_shape(game: str, options: tuple[tuple[str, Any], ...]) -> Derived:
    """Return what a `game` with these `options`, names with values, needs for its environment.

    Raises `BadArguments` where the moves cannot be listed.

    >>> params = catalog.spec("ur").params({"pieces": 1})
    >>> found = derived_shape("ur", tuple(params.items()))
    >>> found.choosing.names[-1], found.at_once
    ('the first legal move', False)
    """
    fields: dict[str, list[Value]] = {}
    moves, at_once, turns = dict[str, None](), True, 0
    params, spec = dict(options), catalog.spec(game)
    for number in range(_MATCHES):
        own = spec.draw(params, number)
        match, form = Match[Any](catalog.rules(game), own, number, {}), plain_form(game, own)
        lot = Stream.named(number, "environment")
        while not match.over and turns < TURNS:
            turns += 1
            for seat in range(len(spec.seats_for(own))):
                view = form.view(match.game.view(match.state, seat), seat)
                for path, value in _leaves(view):
                    fields.setdefault(path, []).append(value)
            chosen = {}
            for seat in match.to_act:
                if seat == CHANCE:
                    continue
                legal = form.legal(match.legal(seat))
                if not legal or len(moves) > MOST_WHOLE:
                    raise BadArguments(f"{game} needs an environment.py in ai/lab/{game}.")
                moves |= dict.fromkeys(legal)
                chosen[seat] = legal[lot.below(len(legal))]
            at_once = at_once and len(chosen) in (0, len(spec.seats_for(own)))
            match.play(chosen or {CHANCE: match.draw()})
    names = sorted(moves, key=lambda move: (len(move), move))
    parts = [_part(path, values) for path, values in fields.items()]
    return Derived(parts, SeenMoves(names), at_once and len(spec.seats_for(params)) > 1)


class SeenMoves(WholeMoves):
    """Moves that some matches had, each an action, and `FIRST` for what none of them had."""

    longest = 1  # for what FIRST is, the legal moves have to be known

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__((*names, FIRST))
        self._seen = frozenset(names)

    def _others(self, legal: Collection[str]) -> bool:
        return bool(legal) and self._seen.isdisjoint(legal)

    def mask(self, legal: Collection[str], chosen: Sequence[int]) -> Mask:
        """Return 1 for each legal move that is an action, else for `FIRST`."""
        found = np.zeros(len(self.names), np.int8)
        if self._others(legal):
            found[-1] = 1
        else:
            found[[self._index[move] for move in legal if move in self._seen]] = 1
        return found

    def allows(self, legal: Collection[str], chosen: Sequence[int], action: int) -> bool:
        """Return whether the mask allows the `action`."""
        return 0 <= action < len(self.names) and bool(self.mask(legal, chosen)[action])

    def move(self, legal: Collection[str], chosen: Sequence[int]) -> str:
        """Return the move."""
        name = self.names[chosen[0]]
        return next(iter(legal)) if name == FIRST else name


def _leaves(view: Mapping[str, Value], above: str = "") -> Iterator[tuple[str, Value]]:
    """Yield the values of a plain `view` with their paths, a list as one value."""
    for name, value in view.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", value


def _flat(value: Value) -> Iterator[float | str]:
    """Yield all numbers and words in a value, in their order."""
    if isinstance(value, Mapping):
        for name in sorted(value):
            yield from _flat(value[name])
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from _flat(entry)
    else:
        yield MISSING if value is None else value


def _part(path: str, values: Sequence[Value]) -> ViewPart:
    """Return the part that holds all these `values` of the field at a `path`."""
    flat = [list(_flat(value)) for value in values]
    size = max(map(len, flat)) or 1
    words = sorted({one for found in flat for one in found if isinstance(one, str)})
    index = {word: float(place) for place, word in enumerate(words)}

    def read(value: Value) -> Sequence[float]:
        found = [
            index.get(one, MISSING) if isinstance(one, str) else min(max(float(one), -ANY), ANY)
            for one in list(_flat(value))[:size]
        ]
        return (*found, *(MISSING,) * (size - len(found)))

    unit = f"index in {', '.join(words)}" if words else "a number" if size == 1 else "numbers"
    return ViewPart(path, size, -ANY, ANY, unit, read)
