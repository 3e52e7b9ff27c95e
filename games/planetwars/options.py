"""The option with the map of a match: its text, or one that is made from the seed."""

from __future__ import annotations

import functools
from typing import Final

from games.core import BadPosition
from games.paths import FILE_END
from games.planetwars.engine.maps import made
from games.planetwars.engine.text import BadText, map_text, state_of
from games.spec import BadOption, Option, Params
from games.streams import Stream

RANDOM: Final = "random"
"""The map that is made from the seed of the match."""
ANY: Final = "any"
LONGEST_MAP: Final = 100_000
"""Characters of a map; a thousand planets take about half of it."""
_LONGEST_MAPS: Final = 1000 * LONGEST_MAP


class MapOption(Option):
    """The map of a match as the lines of 2010, or `RANDOM`; a match depends on no file."""

    def parse(self, value: object) -> str:
        """Return the map's text without comments; raises `BadOption`."""
        if value == RANDOM:
            return RANDOM
        if not isinstance(value, str) or "\n" not in value or len(value) > LONGEST_MAP:
            told = f"text of at most {LONGEST_MAP:,} characters"
            raise BadOption(f"{self.name} needs the lines of a map, {told}, or {RANDOM}.")
        try:
            return _tidy(value)
        except (BadText, BadPosition) as problem:
            raise BadOption(f"{self.name}: {problem}") from None


@functools.lru_cache(64)
def _tidy(text: str) -> str:
    """Return the lines of a map as we write them; raises `BadText` and `BadPosition`."""
    start = state_of(text)
    if start.winner is not None:
        raise BadPosition("The match would be over at once; both players need a planet or a fleet.")
    return map_text(start)


class MapsOption(Option):
    """Maps as the lines of 2010, parted by `FILE_END`; each match takes one of them."""

    def parse(self, value: object) -> str:
        """Return the maps' texts without comments; raises `BadOption`."""
        if value == "":
            return ""
        if not isinstance(value, str) or "\n" not in value or len(value) > _LONGEST_MAPS:
            raise BadOption(f"{self.name} needs a folder of maps, which only a command can name.")
        found = []
        for number, text in enumerate(value.split(FILE_END), start=1):
            try:
                found.append(_tidy(text))
            except (BadText, BadPosition) as problem:
                raise BadOption(f"{self.name}: map {number}: {problem}") from None
        return FILE_END.join(found)


def drawn_map(params: Params, seed: int) -> str:
    """Return the text of the map that the `seed` of a match makes, or takes from those given."""
    maps = maps_of(params)
    if maps:
        return maps[Stream.named(seed, "planetwars maps").below(len(maps))]
    return map_text(made(seed, int(params["planets"]), kind_of(params)))


def maps_of(params: Params) -> list[str]:
    """Return the texts of the maps that are given, [] for none."""
    given = str(params.get("maps", ""))
    return given.split(FILE_END) if given else []


def kind_of(params: Params) -> str:
    """Return the symmetry that was chosen, "" for any."""
    return "" if params["symmetry"] == ANY else str(params["symmetry"])
