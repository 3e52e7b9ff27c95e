"""The results of matches as a program in Python meets them: figures, a row a game, one match.

`ai.lab.api` makes them. `ArenaResults` are those of an arena, `OneMatch` is one match with all that
happened in it.
"""

from __future__ import annotations

import csv
import functools
import html
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar, cast

from ai.lab.arena.play import Played, Result
from ai.lab.arena.schedule import Chunk, game_seed, sitting
from ai.lab.arena.summary import ladder, win_shares
from ai.lab.contest import Alone, AlonePart, AlonePlayed
from ai.lab.errors import BadArguments
from ai.lab.jobs import Jobs
from ai.lab.rooms import Plain
from games import catalog, log
from games.core import CHANCE, WATCHERS, Limit, Log, Player
from games.fields import unformed
from games.intervals import wilson
from games.match import Match
from games.mind import Mind, mind_to_plain
from games.moments import Moments
from games.plain import plain_form
from games.session.archiving import past_key, past_log
from games.session.starting import strangers
from games.store.bot_minds import KeptMinds
from games.store.past import MATCH_FILE, PastMatch
from games.store.statistics import MatchResult

Part = TypeVar("Part")
Found = TypeVar("Found")


class KeptJobs(Jobs):
    """Jobs that keep each chunk of an arena with what was played of it, and games played alone."""

    def __init__(self, processes: int = 1, cluster: str = "") -> None:
        self.kept: list[tuple[Chunk, Played]] = []
        self.alone: list[Plain] = []

    def results(self, work: Callable[[Part], Found], parts: Sequence[Part]) -> Iterator[Found]:
        """Yield the result of `work` for each part, in order, and keep those of an arena."""
        for part, found in zip(parts, super().results(work, parts), strict=True):
            if isinstance(part, Chunk) and isinstance(found, Played):
                self.kept.append((part, found))
            if isinstance(part, AlonePart):
                games = zip(part.games, cast(AlonePlayed, found).results, strict=True)
                self.alone += [alone_row(part.agent, number, game) for number, game in games]
            yield found

    def rows(self) -> list[Plain]:
        """Return a row for each game, in the order in which they were played."""
        return self.alone + [
            row_of(chunk, number, result)
            for chunk, played in self.kept
            for number, result in zip(chunk.games, played.results, strict=True)
        ]


def rows_kept(
    file: str | None, processes: int, cluster: str
) -> tuple[Jobs, Callable[[Mapping[str, Any]], None]]:
    """Return the jobs of an arena, and a function that writes a row a game into a `file`.

    The function is called with the result. Raises `BadArguments` where the file cannot be written.
    """
    if file is None:
        return Jobs(processes, cluster), lambda found: None
    try:
        Path(file).open("a", encoding="utf-8").close()
    except OSError as problem:
        raise BadArguments(f"{file[:80]} cannot be written ({problem.strerror}).") from None
    jobs = KeptJobs(processes, cluster)
    return jobs, lambda found: ArenaResults(found, jobs.rows()).to_csv(file)


def row_of(chunk: Chunk, number: int, result: Result) -> Plain:
    """Return the game of a `number` as a row: its seed, and for each side, the first to move first,
    the agent, its score and its share of the win.

    A game that was forfeited has no scores, and the sentence of the forfeit.
    """
    count = len(chunk.table)
    if count == 1:
        scores = result.scores[0] if result.scores else None
        forfeit = result.fault.sentence if result.fault else ""
        return _alone_row(chunk.table[0], number, scores, result.moves, forfeit)
    shares, order = win_shares(result, count), sitting(number, count)
    row: Plain = {"game": number, "seed": game_seed(chunk.seed, chunk.table, number)}
    for side, who in enumerate(order):
        row[f"agent_{side}"] = chunk.table[who]
        row[f"score_{side}"] = result.scores[who] if result.scores else None
        row[f"share_{side}"] = shares[who]
    forfeit = " ".join(result.fault.sentences) if result.fault else ""
    return row | {"moves": result.moves, "forfeit": forfeit}


def alone_row(agent: str, number: int, game: Alone) -> Plain:
    """Return a game that an `agent` played by itself as a row: its score, or its forfeit."""
    score = None if game.fault else game.score
    return _alone_row(agent, number, score, len(game.turns), game.fault)


def _alone_row(agent: str, number: int, score: float | None, moves: int, forfeit: str) -> Plain:
    return {"game": number, "agent": agent, "score": score, "moves": moves, "forfeit": forfeit}


def csv_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return `rows` below a header, with commas; no text in them begins a formula."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, names)
    writer.writeheader()
    for row in rows:
        writer.writerow({n: unformed(v) if isinstance(v, str) else v for n, v in row.items()})
    return text.getvalue()


class ArenaResults:
    """The results of an arena.

    - `shares` has each agent's share of the wins, 0 to 1, and `intervals` its 95 % interval. Both
      are empty where the arena of a game measures something else: then `rows` have it.
    - `rows` has a row for each game: `game`, its number, `seed`, `moves`, the sentence of a
      `forfeit`, and for each side, from 0, `agent_0`, `score_0` and `share_0` of the win. Agents
      that do not meet have a row each.
    - `found` is all that `main.py arena --json` prints.

    A notebook shows a table with a bar for each agent.

    >>> found = {"game": "ur", "pairs": [{"a": "greedy", "b": "random", "games": 4,
    ...     "a_win_share": 0.75, "ci95": [0.30, 0.95]}]}
    >>> results = ArenaResults(found, [])
    >>> results.shares
    {'greedy': 0.75, 'random': 0.25}
    """

    def __init__(self, found: Mapping[str, Any], rows: Sequence[Plain]) -> None:
        self.found = dict(found)
        self.rows = list(rows) or [dict(row) for row in found.get("rows", ())]
        self.shares: dict[str, float] = {}
        self.intervals: dict[str, tuple[float, float]] = {}
        for name, share, interval in _figures(found):
            self.shares[name] = share
            self.intervals[name] = interval

    def to_csv(self, path: str | Path) -> None:
        """Write the rows below a header into the file `path`, in the place of what is there."""
        with Path(path).open("w", encoding="utf-8", newline="") as file:
            file.write(csv_text(self.rows))

    def __repr__(self) -> str:
        told = (
            f"{name} {share:.3f} ({low:.3f} to {high:.3f})"
            for name, share, (low, high) in self._ranked()
        )
        return f"<{self.found['game']}: {', '.join(told) or f'{len(self.rows)} rows'}>"

    def _ranked(self) -> list[tuple[str, float, tuple[float, float]]]:
        rows = [(name, share, self.intervals[name]) for name, share in self.shares.items()]
        return sorted(rows, key=lambda row: -row[1])

    def as_html(self) -> str:
        """Return a table for a notebook: agents with bars, or the rows where there are none."""
        if not self.shares:
            return _table(list(self.rows[0]) if self.rows else [], map(_cells, self.rows))
        fair = self.found.get("fair_share", 0.5)
        ranked = (
            [
                html.escape(name),
                f"{share:.3f}",
                f"{low:.3f} to {high:.3f}",
                _bar(share, low, high, fair),
            ]
            for name, share, (low, high) in self._ranked()
        )
        return _table(["agent", "share of the wins", "95 % interval", ""], ranked)

    _repr_html_ = as_html


def _figures(found: Mapping[str, Any]) -> Iterator[tuple[str, float, tuple[float, float]]]:
    """Yield each agent with its share of the wins and the interval."""
    pairs = found.get("pairs", ())
    if len(pairs) == 1:
        pair = pairs[0]
        low, high = pair["ci95"]
        yield pair["a"], pair["a_win_share"], (low, high)
        yield pair["b"], 1 - pair["a_win_share"], (1 - high, 1 - low)
        return
    for name, share, count in ladder(pairs):
        low, high = wilson(share * count, count)
        yield name, share, (low, high)
    for row in found.get("agents", ()):
        low, high = row["ci95"]
        yield row["agent"], row["win_share"], (low, high)


def _table(heads: Sequence[str], rows: Iterator[Sequence[str]]) -> str:
    head = "".join(f"<th>{html.escape(name)}</th>" for name in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cells(row: Mapping[str, Any]) -> list[str]:
    return [html.escape(_cell(value)) for value in row.values()]


def _cell(value: object) -> str:
    if isinstance(value, list):
        return " to ".join(map(_cell, value))
    return f"{value:.4g}" if isinstance(value, float) else str(value)


_WIDE = 200
"""Pixels of a bar that means 1."""


def _bar(share: float, low: float, high: float, fair: float) -> str:
    """Return a bar of a `share` with its interval as a line, and ticks at the `fair` share."""
    x, from_, to, tick = (round(_WIDE * value, 1) for value in (share, low, high, fair))
    return (
        f'<svg width="{_WIDE}" height="14" viewBox="0 0 {_WIDE} 14" role="img">'
        f'<rect width="{_WIDE}" height="14" fill="currentColor" opacity=".1"/>'
        f'<rect width="{x}" height="14" fill="#4a90c2"/>'
        f'<path d="M{from_} 7H{to}M{from_} 3v8M{to} 3v8M{tick} 0v3M{tick} 11v3" '
        'stroke="currentColor" fill="none"/></svg>'
    )


# -- one match -----------------------------------------------------------------------------


class OneMatch:
    """One match that is over, or was kept.

    - `game`, `options`, `seed` and `agents`, by seat, are what it began with.
    - `turns` has the moves of each turn by seat, "*" for chance, as `main.py analyse` reads them.
    - `events[i]` are the events of turn i in their plain form, `minds[i]` the open mind of each
      agent that chose in it, by seat.
    - `returns` are the scores, by seat. `forfeit` is the sentence of a bot that forfeited, or "".

    >>> found = OneMatch(log.decode('{"format":"open-mind-arcade/log","version":1,"game":"karate",'
    ...     '"params":{"rounds":10,"table":"classic"},"seed":7,"seats":['
    ...     '{"agent":"human","options":{},"start":null},{"agent":"nash","options":{},"start":null}'
    ...     ']}\\n0:kick 1:punch\\n'))
    >>> found.turns, found.events[0][0]["data"]["results"]
    ([{'0': 'kick', '1': 'punch'}], ['hit', 'miss'])
    >>> list(found.minds[0])
    [1]
    """

    def __init__(
        self,
        kept: Log,
        minds: Sequence[Mapping[int, Mind]] | None = None,
        forfeit: str = "",
        shown: KeptMinds = MappingProxyType({}),
    ) -> None:
        """Of the log `kept` with the open `minds` of each turn, as far as they are known.

        Without them `shown` are what strangers' programs showed.
        """
        self.log, self.forfeit = kept, forfeit
        self.game, self.options, self.seed = kept.game, dict(kept.params), kept.seed
        self.agents = [seating.agent for seating in kept.seats]
        self.turns = [
            {"*" if seat == CHANCE else str(seat): move for seat, move in turn}
            for turn in kept.turns
        ]
        self._minds = None if minds is None else list(minds)
        self._shown = dict(shown)
        strange = strangers(kept.game, kept.seats)
        for turn, found in enumerate(minds or (), 1):
            self._shown |= {(turn, s): found[s] for s in strange if found.get(s)}

    @functools.cached_property
    def _moments(self) -> Moments[Any]:
        found: Moments[Any] = Moments(catalog.rules(self.game), self.options)
        found.follow(self.log.turns)
        return found

    @functools.cached_property
    def events(self) -> list[list[Plain]]:
        """The events of each turn, as all seats together see them."""
        form = plain_form(self.game, self.options)
        seats = (*range(len(self.agents)), WATCHERS)
        return [form.events(moment.events, seats) for moment in self._moments[1:]]

    @property
    def returns(self) -> tuple[float, ...]:
        """The score of each seat at the end of the turns."""
        return self._moments.game.returns(self._moments[-1].state)

    @property
    def minds(self) -> list[Mapping[int, list[Plain]]]:
        """The open minds of the agents that chose in each turn, by seat.

        Agents of the arcade's own decide again for a match that was read; a stranger's program is
        never started for it, and has the minds that are kept with the match.
        """
        if self._minds is None:
            self._minds = list(self._decided_again())
        return [{s: mind_to_plain(mind) for s, mind in found.items()} for found in self._minds]

    def _decided_again(self) -> Iterator[Mapping[int, Mind]]:
        rules = catalog.rules(self.game)
        match: Match[Any] = Match(rules, self.options, self.seed, own_agents(self.log))
        for number, turn in enumerate(self.log.turns):
            draws = self.log.draws.get(number, {})
            lots = {seat: draw.lot for seat, draw in draws.items()}
            keys = [(number + 1, seat) for seat in range(len(self.agents))]
            shown = {key[1]: self._shown[key] for key in keys if key in self._shown}
            yield open_minds(match, Limit(mind=True), lots)[1] | shown
            match.play(dict(turn))

    def save(self, path: str | Path) -> None:
        """Write the match into the file `path`: `read` reads it, `main.py play --match` shows
        it. What bots showed is kept with it.
        """
        blob = log.encode(self.log).encode()
        if self._shown:
            now = datetime.now().astimezone().isoformat(timespec="seconds")
            result = MatchResult(self.game, self.agents[0], "played")
            row = PastMatch(past_key(blob.decode()), now, result, 0, 0, "watched")
            past = past_log(self.log, None, self.agents, self.returns, 0, row, self._shown)
            blob = MATCH_FILE.encode(past)
        Path(path).write_bytes(blob)

    def __repr__(self) -> str:
        scores = ", ".join(
            f"{name} {score:g}" for name, score in zip(self.agents, self.returns, strict=True)
        )
        told = f" {self.forfeit}" if self.forfeit else ""
        return f"<{self.game}, seed {self.seed}, {len(self.turns)} turns: {scores}>{told}"


def own_agents(kept: Log) -> dict[int, Player]:
    """Return the arcade's own agents of a match, by seat; one fills all seats of its team."""
    teams = catalog.spec(kept.game).teams_for(kept.params)
    shared: dict[tuple[int, str], Player] = {}
    found: dict[int, Player] = {}
    for seat, seating in enumerate(kept.seats):
        try:
            resolved = catalog.seated(kept.game, seating)
        except (catalog.UnknownAgent, ValueError):
            continue
        if resolved.spec.ours:
            key = teams[seat], repr(seating)
            if key not in shared:
                shared[key] = resolved.make(seating.start)
            found[seat] = shared[key]
    return found


def open_minds(
    match: Match[Any], limit: Limit, lots: Mapping[int, int]
) -> tuple[dict[int, str], dict[int, Mind]]:
    """Return the moves of all agents who are to act in a `match`, and their minds, by seat."""
    moves, minds = dict[int, str](), dict[int, Mind]()
    for seat in match.to_act:
        if seat in match.players:
            decision = match.decide(seat, limit, lots.get(seat))
            moves[seat] = decision.move
            minds[seat] = decision.mind or ()
    return moves, minds
