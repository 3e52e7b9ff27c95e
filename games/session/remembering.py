"""The line in the hall that remembers: a player's results in a game, in one sentence.

A game gives it as data: `Told.remembers`, sentences with figures in braces. The first whose figures
are all known is shown. The figures are

| name | what it is |
|---|---|
| `opponent`, `versus` | whom the player met last, at the start of a sentence and within one |
| `own`, `other` | the points of the last match: the player's, and the other side's |
| `matches`, `won`, `drawn`, `lost` | counts of its matches that were decided, where any was |
| `times` | how often it was played, in words |
| `best`, `best_text` | the best result: its value as a whole number, and as the game words it |
| `A_of_B` | the counter `A` as whole per cent of the counter `B`, against that opponent |
"""

from __future__ import annotations

from math import floor
from typing import Final

from games import catalog
from games.intervals import whole_percent
from games.spec import GameSpec
from games.store.statistics import Record, Statistics

USUAL: Final = ("You won {won} of {matches}.", "Played {times}.")
"""What is said of a game that gives no sentence of its own that holds."""


def remembered(spec: GameSpec, statistics: Statistics) -> str:
    """Return a sentence on the game `spec` from `statistics`; "" for one never played."""
    if not statistics.total(spec.id).matches:
        return ""
    figures = _KnownValues(spec.id, statistics)
    for sentence in (*spec.told.remembers, *USUAL):
        try:
            return sentence.format_map(figures)
        except KeyError:
            continue
    return ""


def opponent_names(game: str, agent: str) -> dict[str, str]:
    """Return the name of an `agent` of a `game` for sentences, {} for an unknown one.

    `opponent` stands at the start of a sentence and `versus` within one.
    """
    known = {entry.id: entry.name for entry in (*catalog.models(game), *catalog.agents(game))}
    if agent not in known:
        return {}
    name = known[agent]
    return {"opponent": name, "versus": f"the {name[4:]}" if name.startswith("The ") else name}


class _KnownValues(dict[str, object]):
    """The figures of one game by name; raises `KeyError` for what is not known."""

    def __init__(self, game: str, statistics: Statistics) -> None:
        super().__init__()
        total, latest = statistics.total(game), statistics.last(game)
        self._met = total
        if latest is not None:
            self._met = statistics.total(game, latest.agent)
            self.update(opponent_names(game, latest.agent))
            self["own"], self["other"] = f"{latest.points_for:g}", f"{latest.points_against:g}"
        self["times"] = {1: "once", 2: "twice"}.get(total.matches, f"{total.matches:,} times")
        decided = {name: getattr(total, name) for name in ("won", "drawn", "lost")}
        if any(decided.values()):
            self.update(decided, matches=sum(decided.values()))
        self._add_best(statistics.best(game))

    def _add_best(self, best: Record | None) -> None:
        if best is not None and best.best is not None:
            self["best"] = floor(best.best + 0.5)
            if best.best_text:
                self["best_text"] = best.best_text

    def __missing__(self, name: str) -> object:
        part, of, whole = name.partition("_of_")
        counters = self._met.counters
        if not of or not counters.get(whole) or part not in counters:
            raise KeyError(name)
        return whole_percent(counters[part], counters[whole])
