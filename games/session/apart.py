"""A player's results told apart by what was played: the mode, and how long."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.core import GameSpec, Option
from games.store.statistics import Record, option_values


def by_mode(spec: GameSpec, records: Sequence[Record]) -> dict[str, list[Record]]:
    """The `records` of a game by what was played, as its options in `GameSpec.apart` say it.

    In the order of their choices. Records whose options are not known, and games that tell nothing
    apart, have no part in it.
    """
    options = [option for option in spec.options if option.name in spec.apart]
    found: dict[tuple[int, ...], list[Record]] = {}
    for record in records:
        places = _places(options, option_values(record.options))
        if options and places is not None:
            found.setdefault(places, []).append(record)
    return {_name(options, places): found[places] for places in sorted(found)}


def _places(options: Sequence[Option], values: Mapping[str, str]) -> tuple[int, ...] | None:
    """Which choice of each option was played, None where one of them is not told or not known."""
    places = []
    for option in options:
        choices = [str(choice) for choice in option.choices]
        if values.get(option.name) not in choices:
            return None
        places.append(choices.index(values[option.name]))
    return tuple(places)


def _name(options: Sequence[Option], places: Sequence[int]) -> str:
    """The first choice by its label, the others where they are not as usual."""
    first, *others = [
        option.labels[place] if option.labels else str(option.choices[place])
        for option, place in zip(options, places, strict=True)
    ]
    told = zip(options[1:], places[1:], others, strict=True)
    return ", ".join([first, *(n for o, p, n in told if o.choices[p] != o.default)])
