"""`main.py train karate`: measures `sensei` and writes the card with its figures.

`sensei` plays with what `train numbers` learned from people; no more is fitted. This
makes its card, `karate/sensei.json` in a folder of weights: mean expected gain a round
against every sparring partner of `ai.lab.karate.partners`, for each level of difficulty and for the
first original, the lowest the sum of expected gains ever was, and which weights it was done
with. With `--option programs=3`, three matches against each of the classic rock-paper-scissors
programs too (needs `requirements-lab.txt`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final, NamedTuple

from ai.files import put
from ai.lab.jobs import Jobs
from ai.lab.karate.partners import ROSTER, SPARRING
from ai.lab.karate.roshambo import GAIN, programs, summary, tournament
from ai.lab.karate.sparring import AGENTS as PLAYERS
from ai.lab.karate.sparring import ROUNDS, Standing, rows
from ai.lab.options import with_defaults
from ai.lab.rooms import Plain, Progress, share_of
from ai.lab.study import results_of
from ai.sequence.weights import MIND
from ai.zerosum.sensei import Sensei
from games.spec import Option
from games.weights import DAY, MEASURED_WITH, in_use, sum_of

AGENTS: Final = ("sensei",)
OPTIONS: Final = (
    Option("matches", "Matches with each partner", "int", 4, low=2, high=1000),
    Option("rounds", "Rounds of a match", "int", ROUNDS, low=10, high=100_000),
    Option("programs", "Matches with each program", "int", 0, low=0, high=100),
)
CARD: Final = "sensei.json"


class _Work(NamedTuple):
    """All matches of every player with one partner."""

    partner: int
    matches: int
    rounds: int
    seed: int


def train(
    options: Mapping[str, Any], seed: int, jobs: Jobs, out_dir: Path, progress: Progress
) -> Plain:
    """Play, write the card and return it."""
    given = with_defaults(OPTIONS, options)
    work = [
        (partner.id, [_Work(number, given["matches"], given["rounds"], seed)])
        for number, partner in enumerate(SPARRING)
    ]
    share = share_of(progress, 0.0, 0.95 if given["programs"] else 1.0)
    found = [row for _, rows in results_of(work, _rows, jobs, share) for row in rows]
    card = {
        "agent": "sensei",
        "measured_by": "main.py train karate",
        "seed": seed,
        "rounds": given["rounds"],
        "matches": given["matches"],
        **_figures(found),
        MEASURED_WITH: {MIND.name: sum_of(in_use(MIND.name))},
        DAY: date.today().isoformat(),
    }
    if given["programs"]:
        card["programs"] = _programs(given["programs"], seed, progress)
    put({out_dir / CARD: (json.dumps(card, indent=2) + "\n").encode("utf-8")})
    return card


def _rows(work: _Work) -> list[Standing]:
    partners = (SPARRING[work.partner],)
    return list(rows(tuple(PLAYERS), partners, work.matches, work.seed, rounds=work.rounds))


def _figures(found: Sequence[Standing]) -> dict[str, Any]:
    """Means over the roster, the lowest sums, and each partner's row."""
    roster = {entry.id for entry in ROSTER}
    means, lowest = {}, {}
    partners: dict[str, dict[str, list[float]]] = {}
    for player in PLAYERS:
        own = [row for row in found if row.agent == player]
        part = [row.mean for row in own if row.partner in roster]
        means[player] = round(sum(part) / len(part), 3)
        lowest[player] = round(min(row.lowest for row in own), 3)
    for row in found:
        figures = [round(row.mean, 3), round(row.interval, 3)]
        partners.setdefault(row.partner, {})[row.agent] = figures
    return {"roster_mean": means, "lowest_sum": lowest, "partners": partners}


def _programs(matches: int, seed: int, progress: Progress) -> dict[str, float | str]:
    table = tournament(
        programs(), matches, seed, lambda: Sensei(GAIN), lambda line: progress(0.97, line)
    )
    return summary(table)


def report(card: Mapping[str, Any]) -> str:
    """Return the card for a person."""
    players = list(card["roster_mean"])
    lines = [f"{'gain a round, 95% interval':18}" + "".join(f"{name:>20}" for name in players)]
    for partner, figures in card["partners"].items():
        cells = [f"{mean:+9.2f} ±{interval:<5.2f}" for mean, interval in figures.values()]
        lines.append(f"{partner:18}" + "".join(f"{cell:>20}" for cell in cells))
    for title, key in (("mean of the roster", "roster_mean"), ("lowest sum", "lowest_sum")):
        lines.append(f"{title:18}" + "".join(f"{value:20.2f}" for value in card[key].values()))
    if "programs" in card:
        lines.append(
            "classic programs: " + ", ".join(f"{k} {v}" for k, v in card["programs"].items())
        )
    return "\n".join(lines)
