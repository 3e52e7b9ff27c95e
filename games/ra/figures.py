"""The figures in the help of Ra: tiles, suns and the course."""

from __future__ import annotations

from games.ra.tiles import ALL, NUMBER, RA_LIMIT, SUN_SETS

KIND_FIGURES = ("ra", "pharaoh", "flood", "god", "gold", "unrest", "funeral")


def help_figures() -> dict[str, str]:
    """What fills the names in `games/ra/help/`."""
    kinds = {name: str(ALL[NUMBER[name]]) for name in KIND_FIGURES}
    groups = {
        "civilization": str(ALL[NUMBER["art"]]),
        "monument": str(ALL[NUMBER["temple"]]),
        "tiles": str(sum(ALL)),
    }
    suns = {f"suns_{n}": str(len(sets[0])) for n, sets in SUN_SETS.items()}
    limits = {f"limit_{n}": str(limit) for n, limit in RA_LIMIT.items()}
    return {**kinds, **groups, **suns, **limits}
