"""`main.py arena ra --option study=...`: what is measured by the compiled games of the training.

The same agents on the same rules as in the arena, compiled, so that thousands of games of `net+`
can be afforded. Discards, which an agent chooses, cost the least by one rule here. `--agents` are
of `heuristic`, `seed-net`, `net` and `net+`.

- `study=shares`: the share of wins of the first, by turns in every place of every deal, the second
  in all others;
- `study=calibration`: the chances and margins that `net` tells at this table, against what came;
- `study=speed`: games of self-play a second on `--jobs` threads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ai.lab.errors import BadArguments
from ai.lab.options import all_options
from ai.lab.ra import checks
from ai.lab.ra.checks import Asking
from ai.lab.ra.seats import KINDS, nets_of, programs_of
from ai.lab.ra.tables import meet
from ai.lab.rooms import Asked, Plain
from ai.ra.network import NETS
from games.intervals import Z
from games.spec import Option


def shares(asking: Asking) -> Plain:
    """The share of wins and the margin of the first agent, with 95% intervals over deals."""
    agents, players = asking.agents, asking.players
    if len(set(agents[1:])) != 1:
        raise BadArguments("A study of shares needs all agents after the first to be the same.")
    own, other = KINDS[agents[0]], KINDS[agents[1]]
    deals = max(2, asking.games // players)
    nets, programs = nets_of(players), programs_of(players)
    found = meet(players, own, other, deals, asking.seed, nets, programs)
    wins, margin = Z * found.error, Z * found.margin_error
    return {
        "games": deals * players,
        "fair_share": 1 / players,
        "win_share": found.wins,
        "ci95": [found.wins - wins, found.wins + wins],
        "mean_margin": found.margin,
        "mean_margin_ci95": [found.margin - margin, found.margin + margin],
    }


STUDIES: Final[Mapping[str, Callable[[Asking], Plain]]] = {
    "shares": shares,
    "calibration": checks.calibration,
    "speed": checks.speed,
}
OPTIONS: Final = (Option(*("study", "Study", "choice", "shares"), choices=tuple(STUDIES)),)


def arena(asked: Asked) -> Plain:
    """The JSON output of a study."""
    agents, games, seed, given, jobs, progress = asked
    values = all_options(OPTIONS, given)
    if len(agents) not in NETS or not set(agents) <= set(KINDS):
        raise BadArguments(
            "A study of Ra needs 3 to 5 of heuristic, seed-net, net and net+, as in "
            "--agents net+,seed-net,seed-net."
        )
    progress(0.0, f"{games:,} games")
    study, processes = str(values["study"]), jobs.processes
    asking = Asking(agents, games, seed, processes, progress)
    found = STUDIES[study](asking)
    return {"game": "ra", "seed": seed, "study": study, "table": list(agents), **found}


def report(found: Mapping[str, Any]) -> str:
    """The output for a person."""
    table = f"{found['table'][0]} against {', '.join(found['table'][1:])}"
    if found["study"] != "shares":
        own = {name: value for name, value in found.items() if name not in ("game", "table")}
        return "\n".join([f"{table}.", *_lines(own)])
    low, high = found["ci95"]
    return (
        f"{table}: {found['win_share']:.1%} "
        f"({low:.1%} to {high:.1%}) of {found['games']:,} games, margin "
        f"{found['mean_margin']:+.1f}; fair is {found['fair_share']:.1%}."
    )


def _lines(found: Mapping[str, Any], before: str = "") -> list[str]:
    """A line for each value, those of a table under its name."""
    lines: list[str] = []
    for name, value in found.items():
        if isinstance(value, Mapping):
            lines += _lines(value, f"{before}{name}: ")
        elif isinstance(value, list):
            lines.append(f"{before}{name} {value[0]:.4g} to {value[1]:.4g}")
        else:
            told = f"{value:.4g}" if isinstance(value, float) else f"{value}"
            lines.append(f"{before}{name} {told}")
    return lines
