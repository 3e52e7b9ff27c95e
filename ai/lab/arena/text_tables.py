"""The figures of an arena for a person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ai.lab.arena.summary import ladder


def report(found: Mapping[str, Any]) -> str:
    """Return the JSON output `found` as lines."""
    lines = _pairs(found) if "pairs" in found else _table(found)
    return "\n".join([*lines, f"{found['games_per_second']:.1f} games a second"])


def _pairs(found: Mapping[str, Any]) -> list[str]:
    lines = [f"{found['game']}, seed {found['seed']}: win share of the first named, 95% interval"]
    for pair in found["pairs"]:
        low, high = pair["ci95"]
        sides = f"first {_share(pair['a_win_share_first'])}"
        sides += f", second {_share(pair['a_win_share_second'])}"
        lines.append(
            f"  {pair['a']} v {pair['b']}: {pair['a_win_share']:.3f} ({low:.3f} to {high:.3f}), "
            f"{sides}; {pair['games']} games of {pair['moves_per_game']:.1f} moves"
        )
        if pair.get("a_mean_margin") is not None:
            margin = f"{pair['a_mean_margin']:+.2f}{_range(pair['a_mean_margin_ci95'])}"
            lines.append(f"    margin a game {margin}")
        times = f"{_milliseconds(pair['a_ms_per_move'])} and {_milliseconds(pair['b_ms_per_move'])}"
        lines.append(f"    {times} ms a move")
        lines += _faults(pair, {pair[side]: pair.get(f"{side}_faults", 0) for side in "ab"})
    lines.append("ladder")
    for rank, (name, share, count) in enumerate(ladder(found["pairs"]), start=1):
        lines.append(f"  {rank}. {name:16} {share:.3f} of {count} games")
    return lines


def _table(found: Mapping[str, Any]) -> list[str]:
    lines = [
        f"{found['game']}, seed {found['seed']}: share of the wins for one seat, 95% interval; "
        f"{found['fair_share']:.3f} is fair",
        f"  {', '.join(found['table'])}: {found['games']} games of "
        f"{found['moves_per_game']:.1f} moves",
        "ladder",
    ]
    rows = sorted(found["agents"], key=lambda row: (-row["win_share"], row["agent"]))
    for rank, row in enumerate(rows, start=1):
        low, high = row["ci95"]
        seats = "" if row["seats"] == 1 else f", {row['seats']} seats"
        lines.append(
            f"  {rank}. {row['agent']:16} {row['win_share']:.3f} ({low:.3f} to {high:.3f}){seats}"
        )
        lines.append(f"    {_details(row)}")
    return lines + _faults(found, {row["agent"]: row.get("faults", 0) for row in rows})


def _details(row: Mapping[str, Any]) -> str:
    words = []
    if row.get("mean_margin") is not None:
        words.append(f"score {row['mean_score']:.2f}")
        words.append(f"margin {row['mean_margin']:+.2f}{_range(row['mean_margin_ci95'])}")
    words.append("places " + " ".join(f"{share:.3f}" for share in row["places"]))
    words.append(f"{_milliseconds(row['ms_per_move'])} ms a move")
    return ", ".join(words)


def _faults(row: Mapping[str, Any], counts: Mapping[str, int]) -> list[str]:
    """Return the number of games that each forfeited, with the sentence of the first."""
    if not row.get("faults"):
        return []
    first = row["faults"][0]
    forfeits = ", ".join(f"{name} {count}" for name, count in counts.items())
    return [
        f"    games forfeited: {forfeits}; the first was game {first['game']}, after "
        f"{first['turn']} turns: {first['message']}"
    ]


def _share(share: float | None) -> str:
    return "-" if share is None else f"{share:.3f}"


def _range(interval: list[float] | None) -> str:
    return "" if interval is None else f" ({interval[0]:+.2f} to {interval[1]:+.2f})"


def _milliseconds(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"
