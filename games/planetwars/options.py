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


class MapOption(Option):
    """Maps as the lines of 2010, of a `folder` parted by `FILE_END`; a match depends on no file."""

    def parse(self, value: object) -> str:
        """Return the texts of the maps without comments; raises `BadOption`."""
        if value == self.default:
            return str(value)
        texts = value.split(FILE_END) if isinstance(value, str) and "\n" in value else []
        if not texts or (len(texts) > 1 and not self.folder) or max(map(len, texts)) > LONGEST_MAP:
            wanted = "a folder of maps, which only a command can name"
            alone = f"the lines of a map, at most {LONGEST_MAP:,} letters, or {RANDOM}"
            raise BadOption(f"{self.name} needs {wanted if self.folder else alone}.")
        found = []
        for number, text in enumerate(texts, start=1):
            try:
                found.append(_tidy(text))
            except (BadText, BadPosition) as problem:
                where = f"map {number}: " if self.folder else ""
                raise BadOption(f"{self.name}: {where}{problem}") from None
        return FILE_END.join(found)


@functools.lru_cache(1024)
def _tidy(text: str) -> str:
    """Return the lines of a map as we write them; raises `BadText` and `BadPosition`."""
    start = state_of(text)
    if start.winner is not None:
        raise BadPosition("The match would be over at once; both players need a planet or a fleet.")
    return map_text(start)


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
