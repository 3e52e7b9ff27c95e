"""The figures in the help of Set, and with the numbers of a match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games import measured
from games.mind import Bars, Mind
from games.set.rules.cards import CARDS, sets_among
from games.weights import UNKNOWN


def help_figures() -> dict[str, str]:
    """Return the figures for the texts in `games/set/help/`."""
    sets = len(sets_among(range(CARDS)))
    fixed = {"deck": str(CARDS), "sets": f"{sets:,}", "one_in_random": "31"}
    tables = {
        "mirrors": measured.table(_mirrors()),
        "levels": measured.or_else(UNKNOWN)(measured.levels_words)("set", "normal"),
        "originals": measured.originals_table("set"),
    }
    return {**fixed, **_counted(), **_speeds(), **tables}


def _counted() -> dict[str, str]:
    """Return what many games were counted to have."""
    found = {
        name: measured.or_else(UNKNOWN)(measured.figure)("set", what)
        for name, what in (
            ("none_in_game", "all tables of a game: no set"),
            ("tables", "tables a game"),
        )
    }
    one_in = found.pop("none_in_game").split(" (")[0].removeprefix("1 in ")
    return {**found, "one_in_game": one_in}


_SOLVERS: Final = ("brute", "pairs", "recursive", "table")


def _speeds() -> dict[str, str]:
    """Return the boards that each solver solves a second."""
    found = {name: _speed(f"solver {name}") for name in _SOLVERS}
    arrays, compiled = (_speed(f"solver {name}, counting") for name in ("batch", "compiled"))
    told = {f"{name}_speed": f"{value:,.0f}" for name, value in found.items()}
    return {
        **told,
        "batch_speed": f"{arrays / 1e6:.1f} million",
        "compiled_speed": f"{compiled / 1e6:.0f} million",
    }


@measured.or_else(0.0)
def _speed(what: str) -> float:
    return measured.speed("set", what)


def _mirrors() -> Iterator[tuple[str, ...]]:
    """Yield the rows of the mirror's share of the sets, by player."""
    look = measured.or_else(())(measured.rows)
    plain = {row["player"]: row for row in look("set", study="mirror")}
    for row in look("set", study="mirror", follow="on"):
        other = plain.get(row["player"], row)
        yield (
            row["player"],
            f"{row['share']:.1%} (±{100 * row['share_half']:.1f})",
            f"{row['share_last_50']:.1%} (±{100 * row['last_half']:.1f})",
            f"{100 * row['held_least']:.1f} to {row['held_most']:.1%}",
            f"{other['share']:.1%}, {other['share_last_50']:.1%}",
        )


def workings(mind: Mind) -> dict[str, str]:
    """Return the formula of the mirror with its belief about you, where its `mind` has that."""
    bars = next((item for item in mind if isinstance(item, Bars) and item.low), None)
    if bars is None:
        return {}
    told = ", ".join(f"{value:.1f}" for value in bars.values)
    return {"now_rate": f"your rates now, by the features that differ: {told} a minute"}
