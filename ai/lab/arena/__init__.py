"""`main.py arena`: lets agents play each other, and measures how strong they are.

Games of two sides are played in pairs, every agent against every other; games of more sides at one
table, with as many agents as sides. `schedule` pairs and seats them, `play` plays,
`faults` holds what goes wrong, `summary` has the figures and `text` puts them into words.
"""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ai.lab import rooms
from ai.lab.arena import levels
from ai.lab.arena.play import Played, play_chunk
from ai.lab.arena.schedule import Chunk, chunks, params_for, possible, sides, tables
from ai.lab.arena.summary import ladder, pair_summary, table_summary
from ai.lab.errors import BadArguments
from ai.lab.jobs import HERE, Jobs
from ai.lab.options import check_able, share_options
from ai.lab.progress import Progress
from ai.lab.saving import arena_command, check_checkout, save
from games import bots, catalog
from games.plain import plain_form


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
        lines += (f"    {line}" for line in alike_words(pair))
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
    lines += (f"    {line}" for line in alike_words(found))
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
        f"{first['turn']} turns: {first['message']}",
        *(f"      {other}" for other in row.get("forfeits", ()) if other != first["message"]),
    ]


def alike_words(row: Mapping[str, Any]) -> list[str]:
    """Return the warning about games that were all alike."""
    if not row.get("alike"):
        return []
    return ["all games were alike: more of them say no more"]


def _share(share: float | None) -> str:
    return "-" if share is None else f"{share:.3f}"


def _range(interval: list[float] | None) -> str:
    return "" if interval is None else f" ({interval[0]:+.2f} to {interval[1]:+.2f})"


def _milliseconds(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"


def tournament(
    game: str,
    agents: Sequence[str],
    games: int,
    seed: int,
    given: Mapping[str, Any],
    jobs: Jobs = HERE,
    nodes: int | None = None,
    progress: Callable[[float, str], None] = lambda done, text: None,
) -> dict[str, Any]:
    """Play `games` games of each table; returns the JSON output.

    `given` holds options of the game and of the agents as text. Raises `BadArguments` and the
    errors of the catalogue and of `jobs`.
    """
    agents = [bots.admit(name) for name in agents]
    common = prepared(game, agents, seed, given, nodes)
    count = len(sides(catalog.spec(game), common.params))
    found = tables(agents, count)
    work = chunks(games, common, found)
    begun = time.perf_counter()
    played = play_all(work, jobs, progress)
    rate = games * len(found) / (time.perf_counter() - begun)
    size, points = len(work) // len(found), catalog.spec(game).points
    parts = [played[i * size : (i + 1) * size] for i in range(len(found))]
    plain: dict[str, Any] = {"game": game, "seed": seed}
    if count == 2:
        rows = zip(found, parts, strict=True)
        forfeits = plain_form(game, common.params).speech is not None
        plain["pairs"] = [pair_summary(pair, part, points, forfeits) for pair, part in rows]
    else:
        plain |= table_summary(found[0], parts[0], points)
    return plain | {"games_per_second": rate}


def prepared(
    game: str,
    agents: Sequence[str],
    seed: int,
    given: Mapping[str, Any],
    nodes: int | None,
    seats: int = 0,
) -> Chunk:
    """Return what all chunks have in common, for tables of all agents, or of that many `seats`.

    Raises `BadArguments` for agents or options that cannot be played.
    """
    spec = catalog.spec(game)
    if not spec.arena or max(possible(spec, {})) < 2:
        raise BadArguments(_no_arena(game))
    if len(agents) < 2:
        raise BadArguments("An arena needs at least two agents, as in --agents A,B.")
    specs = [catalog.agent(game, name) for name in agents]
    params, options = share_options(game, specs, given)
    params = params_for(spec, {k: v for k, v in given.items() if k in params}, seats or len(agents))
    check_able(specs, params)
    return Chunk(game, tuple(agents), params, options, seed, range(0), nodes)


def _no_arena(game: str) -> str:
    if not rooms.TRAIN.has(game):
        return f"The agents of {game} do not play each other; see `main.py analyse {game}`."
    return (
        f"The models of {game} predict people and do not play each other; compare them with "
        f"`main.py analyse {game}` or `main.py train {game} --option evaluate=on`."
    )


def play_all(
    work: Sequence[Chunk], jobs: Jobs, progress: Callable[[float, str], None]
) -> list[Played]:
    """Play every chunk; returns what was played in the order of the chunks."""
    played = []
    for result in jobs.results(play_chunk, work):
        played.append(result)
        progress(len(played) / len(work), " v ".join(work[len(played) - 1].table))
    return played


def serve(
    game: str,
    agents: Sequence[str],
    games: int,
    seed: int,
    given: Mapping[str, Any],
    jobs: Jobs,
    nodes: int | None,
    as_json: bool,
    keep: bool = False,
    write: Callable[[Mapping[str, Any]], None] = lambda found: None,
) -> int:
    """Play and print; a game's own arena (`ai.lab.rooms.Arena`) comes before the general one.

    Where a game has studies (`ai.lab.rooms.STUDY`), the option `study` asks for one; every game
    with levels has the study of `ai.lab.arena.levels`. With `keep`
    the result is written among the measured figures (`ai.lab.saving`); `write` is handed it, too.
    """
    catalog.spec(game)
    agents = [bots.admit(name) for name in agents]
    if keep:
        check_checkout()
    own: rooms.Arena | None
    if given.get("study") == levels.STUDY:
        own = levels.LevelsArena(game)
    else:
        own = (rooms.STUDY if "study" in given and rooms.STUDY.has(game) else rooms.ARENA).of(game)
    with contextlib.closing(Progress()) as progress:
        if own is not None:
            found = own.arena(rooms.ArenaQuestion(agents, games, seed, given, jobs, progress))
            text = own.report(found)
        else:
            found = tournament(game, agents, games, seed, given, jobs, nodes, progress)
            text = report(found)
    if keep:
        save(game, arena_command(game, agents, games, seed, given, nodes), seed, found)
    write(found)
    sys.stdout.write(f"{json.dumps(found, allow_nan=False) if as_json else text}\n")
    return 0
