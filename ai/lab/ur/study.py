"""`main.py arena ur --option study=regret`: what agents lose of a win in the endings of Ur.

An ending is the first choice of a seat after half of all pieces are off the board, by a solved
table: the ones of 4 pieces that ship, or one that was solved on this machine (`--option pieces=7`).
`--games` is the number of endings.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ai.lab.arena import regret
from ai.lab.errors import BadArguments
from ai.lab.options import all_options
from ai.lab.rooms import ArenaQuestion, Plain
from ai.ur.judge import Judge
from ai.ur.table import table_hindrance
from games import catalog
from games.core import Player
from games.spec import Option
from games.ur import SPEC
from games.ur.rules import State

OPTIONS: Final = (
    Option("study", "Study", "choice", regret.REGRET, choices=(regret.REGRET,)),
    Option("rules", "Rules", "choice", "finkel", choices=("finkel", "schultz")),
    Option("pieces", "Pieces", "int", 4, low=1, high=7),
)


@lru_cache(maxsize=2)
def _judge(rules: str, pieces: int) -> Judge:
    judge = Judge()
    judge.use(rules, pieces)
    return judge


def _ripe(view: State) -> bool:
    return view.off(0) + view.off(1) >= view.pieces


def _cost(view: State, move: str) -> float:
    judge = _judge(view.rules, view.pieces)
    return max(0.0, judge.judge(view, view.turn, move).lost)


def _make(name: str) -> Player:
    return catalog.resolve("ur", name).make()


ENDINGS: Final = regret.Endings("ur", "greedy", _ripe, _cost, _make)


def play(part: regret.RegretPart) -> list[float]:
    """Return what the agent of a part loses in each of its endings."""
    return regret.play(ENDINGS, part)


_REGRET: Final = regret.study(
    play, lambda values: SPEC.params({name: values[name] for name in ("rules", "pieces")})
)


def arena(asked: ArenaQuestion) -> Plain:
    """Return the JSON output: a row for each of the agents; raises `BadArguments`."""
    values = all_options(OPTIONS, asked.given)
    if not asked.agents:
        raise BadArguments("A study needs agents, as in --agents greedy,net.")
    for name in asked.agents:
        _make(name)
    if hindrance := table_hindrance(values):
        raise BadArguments(hindrance)
    rules = {name: values[name] for name in ("rules", "pieces")}
    rows = _REGRET.rows(asked, values)
    return {"game": "ur", "seed": asked.seed, "study": regret.REGRET, **rules, "rows": rows}


def report(found: Plain) -> str:
    """Return the rows for a person."""
    head = f"ur, seed {found['seed']}, regret by {found['rules']}, {found['pieces']} pieces"
    return "\n".join([head, *_REGRET.lines(found["rows"])])
