"""`main.py bot GAME`: an example to begin with, and `--check FILE`, a trial of a bot.

The trial plays games against the reference of the game and against its usual opponent, sides
alternating, and plays the first one again to see whether the same seed gives the same moves.
"""

from __future__ import annotations

import contextlib
import json
import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from ai.bots.player import LINES, SPEAKS
from ai.lab import contest
from ai.lab.contest import Against, Contested
from ai.lab.errors import BadArguments
from ai.lab.options import check_able, share_options
from ai.lab.progress import Progress
from ai.lab.rooms import Plain, unseen
from games import bots, catalog
from games.paths import ASSETS
from games.plain import plain_form

LANGUAGES: Final = ("python", "json")
_FOLDER: Final = ASSETS / "bots"
_IMPORTS: Final = ("json", "random", "sys")
_FUNCTION: Final = """

rng = random.Random()
for line in sys.stdin:
    told = json.loads(line)
    if told["do"] == "begin":
        rng.seed(told["seed"])
    elif told["do"] == "choose":
        print(json.dumps({"move": choose(told["view"], told["legal"], rng)}), flush=True)
"""
_CLASS: Final = """

bot = Bot()
for line in sys.stdin:
    told = json.loads(line)
    if told["do"] == "begin":
        bot.begin(told["seats"], told["options"], random.Random(told["seed"]))
    elif told["do"] == "saw":
        bot.saw(told["events"])
    elif told["do"] == "choose":
        print(json.dumps({"move": bot.choose(told["view"], told["legal"])}), flush=True)
"""


def example(game: str, language: str = LANGUAGES[0]) -> str:
    """Return a bot for `game` to begin with; raises `BadArguments` where there is none."""
    path = _FOLDER / f"{catalog.spec(game).id}.py"
    if not path.exists():
        raise BadArguments(f"There is no example of a bot for {game} yet.")
    text = path.read_text(encoding="utf-8")
    if language == LANGUAGES[0]:
        return text
    has_speech = plain_form(game, catalog.spec(game).params()).speech is not None
    return _as_program(text, f"# {SPEAKS}={LINES}\n" if has_speech else "")


def _as_program(text: str, says_so: str) -> str:
    """Return an example, but for its mind, as a program that speaks the lines itself, and says so
    in a comment where programs of its game speak another language.
    """
    says, _, code = text.partition("\n    def mind(self):")[0].partition('"""\n\n')
    lines = code.split("\n")
    first = next(n for n, line in enumerate(lines) if line and not line.startswith("import "))
    known = {line.removeprefix("import ") for line in lines[:first] if line}
    imports = "".join(f"import {name}\n" for name in sorted({*known, *_IMPORTS}))
    body = "\n".join(lines[first:]).rstrip("\n")
    gap = "\n\n" if body.startswith(("def ", "class ")) else "\n"
    loop = _CLASS if "\nclass Bot:" in f"\n{body}" else _FUNCTION
    return f'#!/usr/bin/env python3\n{says_so}{says}"""\n\n{imports}{gap}{body}\n{loop}'


# -- the trial -----------------------------------------------------------------------------


def check(
    game: str,
    written: str,
    games: int,
    seed: int,
    given: Mapping[str, Any],
    show: Callable[[float, str], None] = unseen,
) -> Plain:
    """Return the result of a trial of the bot that is `written` as FILE[:name=value].

    Raises `LostBot`, `BadArguments`, and the errors of options.
    """
    name = bots.admit(f"{bots.PREFIX}{written}")
    spec = catalog.spec(game)
    params, _ = share_options(game, [catalog.agent(game, name)], given)
    played: list[list[Contested]] = []
    others = (contest.reference(game), contest.usual(game))
    check_able([catalog.agent(game, other) for other in others if game not in contest.SOLO], params)
    for other in others:
        found: list[Contested] = []
        for bout in contest.contested(game, name, other, range(games), seed, given):
            found.append(bout)
            show((len(found) + sum(map(len, played))) / (len(others) * games), f"against {other}")
        played.append(found)
    again = next(iter(contest.contested(game, name, others[0], range(1), seed, given)))
    every = [bout for found in played for bout in found]
    spent = [1000.0 * seconds for bout in every for seconds in bout.spent]
    rows = [contest.tally(other, found) for other, found in zip(others, played, strict=True)]
    file, _ = bots.split(f"{bots.PREFIX}{written}")
    return {
        "game": spec.id,
        "file": file.removeprefix(bots.PREFIX),
        "against": [_row(row) for row in rows],
        "sentences": list(dict.fromkeys(bout.fault for bout in every if bout.fault)),
        "ms": {
            "mean": math.fsum(spent) / len(spent) if spent else None,
            "worst": max(spent, default=None),
        },
        "repeatable": again.turns == played[0][0].turns,
    }


def _row(row: Against) -> Plain:
    return {**row._asdict(), "ci95": list(row.ci95)}


def serve(
    game: str, written: str, games: int, seed: int, given: Mapping[str, Any], as_json: bool
) -> int:
    """Print the result of a trial; return 0 where nothing was forfeited, else 1."""
    with contextlib.closing(Progress()) as progress:
        found = check(game, written, games, seed, given, progress)
    print(json.dumps(found, allow_nan=False) if as_json else "\n".join(_lines(found)))
    return 1 if any(row["forfeits"] for row in found["against"]) else 0


def _lines(found: Plain) -> Iterator[str]:
    yield f"{found['file']} in {catalog.spec(found['game']).title}:"
    for number, row in enumerate(found["against"]):
        low, high = row["ci95"]
        what = "the reference" if number == 0 else "the usual opponent"
        yield (
            f"  against {row['agent']}, {what}: share {row['share']:.3f} ({low:.3f} to {high:.3f}) "
            f"of {row['games']} games, {row['forfeits']} forfeited"
        )
    yield from (f"  {sentence}" for sentence in found["sentences"])
    ms = found["ms"]
    if ms["mean"] is not None:
        yield f"  {ms['mean']:.3f} ms a choice, {ms['worst']:.1f} at worst"
    same = "gave the same moves" if found["repeatable"] else "gave other moves"
    yield f"  the same seed {same} again"
