"""The page of a league: one file of HTML and SVG, without scripts, pictures or links elsewhere.

Names of bots and what they say come from strangers: all text is escaped, and a policy in the page
itself forbids scripts and every request.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from games import catalog
from games.paths import arcade_command

Games = Sequence[tuple[tuple[str, ...], Mapping[str, Any]]]
"""Who played at a table, and the row of the game (`ai.lab.outcomes.row_of`)."""
_LONGEST: Final = 60
_KEPT: Final = re.compile(r"(bot:)(.*)(@[0-9a-f]{8})((?::.*)?)", re.DOTALL)
_STEPS: Final = (10, 20, 50, 100, 200, 500, 1000, 2000)
_MOST_TICKS: Final = 6
_STYLE: Final = Path(__file__).with_suffix(".css")


def league_page(found: Mapping[str, Any], games: Games) -> str:
    """Return the page of a league with its result `found` and all of its `games`."""
    title = f"League of {catalog.spec(found['game']).title}"
    ranks = {row["agent"]: n for n, row in enumerate(found["ratings"], start=1)}
    tables = [(table, [row for _, row in some]) for table, some in groupby(games, lambda g: g[0])]
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        f"<title>{escape(title)}</title><style>{_STYLE.read_text(encoding='utf-8')}</style></head><body>",
        f'<header><h1>{escape(title)}</h1><p class="quiet">{escape(_about(found))}</p></header>',
        "<main>",
        *_ranking(found),
        *_chart(found),
        *_cross(found, ranks, {table: n for n, (table, _) in enumerate(tables)}),
        *_remarks(found),
        *_matches(found, tables),
        "</main></body></html>",
    ]
    return "\n".join(parts) + "\n"


def _about(found: Mapping[str, Any]) -> str:
    told = [f"{len(found['ratings'])} agents", f"{found['games']} {found['each']}"]
    told += [f"{name} {_cut(str(value))}" for name, value in found["options"].items()]
    if found["played"] < found["to_play"]:
        told.append(f"{found['played']:,} of {found['to_play']:,} games so far")
    return ", ".join([*told, f"seed {found['seed']}"])


def _ranking(found: Mapping[str, Any]) -> Iterator[str]:
    yield '<section><h2>Ratings</h2><div class="wide"><table><thead><tr><th></th>'
    heads = ("rating", "95&nbsp;% interval", "games", "won", "drawn", "forfeited", "ms a choice")
    yield '<th class="name">agent</th>' + "".join(f"<th>{h}</th>" for h in heads)
    yield "</tr></thead><tbody>"
    for rank, row in enumerate(found["ratings"], start=1):
        low, high = row["ci95"]
        still = low == high
        interval = "the zero" if still else f"{_signed(low)} to {_signed(high)}"
        ms = "" if row["ms"] is None else f"{row['ms']:.3f}"
        cells = (interval, row["games"], row["wins"], row["draws"], row["forfeits"], ms)
        yield (
            f'<tr><td>{rank}</td><th class="name" scope="row">{_name(row["agent"])}</th>'
            f'<td class="rating">{_signed(row["rating"])}</td>'
            + "".join(f"<td>{cell}</td>" for cell in cells)
            + "</tr>"
        )
    yield "</tbody></table></div>"
    yield (
        '<p class="quiet">Ratings are Elo points by the model of Bradley and Terry: 400 more are '
        f"odds of ten to one. {_name(found['reference'] or 'The weakest')} has 0."
        "</p></section>"
    )


def _chart(found: Mapping[str, Any]) -> Iterator[str]:
    rows = found["ratings"]
    low, high = min(row["ci95"][0] for row in rows), max(row["ci95"][1] for row in rows)
    room = max(high - low, 10.0) * 0.04
    low, high = low - room, high + room
    step = next((s for s in _STEPS if (high - low) / s <= _MOST_TICKS), _STEPS[-1])
    ticks = range(math.ceil(low / step) * step, math.floor(high / step) * step + 1, step)

    def x(points: float) -> float:
        return round(100.0 * float((points - low) / (high - low)), 2)

    grid = "".join(f"M{x(tick)} 0v20" for tick in ticks if tick)
    yield '<section><h2>How far apart they are</h2><div class="chart">'
    for row in rows:
        from_, to, at = (x(value) for value in (*row["ci95"], row["rating"]))
        told = f"{_signed(row['rating'])}, {_signed(row['ci95'][0])} to {_signed(row['ci95'][1])}"
        yield (
            f'<div class="bar"><span class="who">{_name(row["agent"])}</span>'
            f'<svg viewBox="0 0 100 20" preserveAspectRatio="none" role="img" aria-label="{told}">'
            f'<path class="grid" d="{grid}"/><path class="zero" d="M{x(0)} 0v20"/>'
            f'<path d="M{from_} 10H{to}M{from_} 6v8M{to} 6v8"/>'
            f'<path class="point" d="M{at} 4v12"/></svg></div>'
        )
    labels = "".join(f'<span style="left:{x(tick)}%">{_signed(tick)}</span>' for tick in ticks)
    yield f'<div class="bar"><span></span><div class="axis">{labels}</div></div></div></section>'


def _cross(
    found: Mapping[str, Any], ranks: Mapping[str, int], places: Mapping[tuple[str, ...], int]
) -> Iterator[str]:
    """Yield who won how much against whom; a cell leads to its matches."""
    cells: dict[tuple[str, str], str] = {}
    for pair in found["pairs"]:
        place = places.get((pair["a"], pair["b"]))
        for a, b, share in (
            (pair["a"], pair["b"], pair["a_win_share"]),
            (pair["b"], pair["a"], 1 - pair["a_win_share"]),
        ):
            kind = "w" if share > 0.5 else "l" if share < 0.5 else ""
            text = f"{100 * share:.0f}"
            inner = text if place is None else f'<a href="#t{place}">{text}</a>'
            cells[a, b] = f'<td class="{kind}">{inner}</td>'
    yield "<section><h2>Who beats whom</h2>"
    yield '<p class="quiet">Per cent of the points that the agent of a row won against that of a '
    yield 'column; a draw is half.</p><div class="wide"><table class="cross"><thead><tr>'
    yield '<th class="name">agent</th>' + "".join(f"<th>{n}</th>" for n in ranks.values())
    yield "</tr></thead><tbody>"
    for name, rank in ranks.items():
        row = "".join(cells.get((name, other), "<td></td>") for other in ranks)
        yield f'<tr><th class="name" scope="row">{rank}. {_name(name)}</th>{row}</tr>'
    yield "</tbody></table></div></section>"


def _remarks(found: Mapping[str, Any]) -> Iterator[str]:
    lines = [
        f"All games of {' v '.join(map(_name, table))} were alike, so that one says as much."
        for table in found["alike"]
    ]
    lines += [escape(sentence) for sentence in found["sentences"]]
    lines += [f"Not in it: {escape(sentence)}" for sentence in found["left_out"]]
    if lines:
        yield "<section><h2>Remarks</h2>"
        yield from (f"<p>{line}</p>" for line in lines)
        yield "</section>"


def _matches(
    found: Mapping[str, Any], tables: Sequence[tuple[tuple[str, ...], Sequence[Mapping[str, Any]]]]
) -> Iterator[str]:
    command = arcade_command(f"play {found['game']} --match FILE")
    yield "<section><h2>Every match</h2><p>"
    yield "Drop a match on the arcade’s window to look at it move by move, or write "
    yield f"<code>{escape(command)}</code>.</p>"
    two = bool(tables) and len(tables[0][0]) == 2
    if two:
        yield (
            '<p class="quiet">+ was won by the first named, = drawn, − lost; ! was forfeited.</p>'
        )
    for number, (table, rows) in enumerate(tables):
        links = "".join(_link(table, row) for row in rows)
        yield f"<details><summary>{' v '.join(map(_name, table))}{_score(table, rows)}</summary>"
        yield f'<div class="games" id="t{number}">{links}</div></details>'
    yield "</section>"


def _score(table: tuple[str, ...], rows: Sequence[Mapping[str, Any]]) -> str:
    """Return how often each at a table has won, "" for an agent alone."""
    if len(table) == 1:
        return ""
    if len(table) > 2:
        return ": " + " to ".join(f"{_won(name, rows):g}" for name in table)
    shares = [_share_of(table, row) for row in rows]
    won, lost = shares.count(1.0), shares.count(0.0)
    drawn = len(shares) - won - lost
    return f": {won} to {lost}" + (f", {drawn} drawn" if drawn else "")


def _won(name: str, rows: Sequence[Mapping[str, Any]]) -> float:
    """Return the wins of an agent at a larger table, those that are shared in parts."""
    sides = [key for key in rows[0] if key.startswith("agent_")]
    shares = [row[f"share_{key[6:]}"] for row in rows for key in sides if row[key] == name]
    return round(float(sum(shares)), 2)


def _share_of(table: tuple[str, ...], row: Mapping[str, Any]) -> float:
    """Return the first of a pair's share of the win."""
    return float(row["share_0"] if row["agent_0"] == table[0] else row["share_1"])


def _link(table: tuple[str, ...], row: Mapping[str, Any]) -> str:
    """Return the link to one match, with its number and its result."""
    kind, mark = "", ""
    if len(table) == 2:
        share = _share_of(table, row)
        kind, mark = ("w", "+") if share > 0.5 else ("l", "−") if share < 0.5 else ("", "=")
    mark += "!" if row["forfeit"] else ""
    text = f"{row['game'] + 1}{mark}"
    if not row["match"]:
        return f'<span class="{kind}">{text}</span>'
    return f'<a class="{kind}" href="{escape(row["match"])}">{text}</a>'


def _name(name: str) -> str:
    """Return an agent's name, which may break before its options and the sum of a bot's file."""
    found = _KEPT.fullmatch(name)
    if found is None:
        return escape(_cut(name)).replace(":", "<wbr>:")
    prefix, bare, mark, options = found.groups()
    small = f"<small>{prefix}</small><wbr>{escape(_cut(bare))}<wbr><small>{mark}</small>"
    return small + escape(_cut(options)).replace(":", "<wbr>:")


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _signed(points: float) -> str:
    """Return rounded points with their sign."""
    whole = round(points)
    return f"+{whole}" if whole > 0 else f"−{-whole}" if whole < 0 else "0"
