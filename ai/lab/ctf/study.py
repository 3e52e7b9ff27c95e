"""The studies of `main.py arena ctf`, each asked for by `--option study=NAME`.

`belief` measures how well the belief of a team holds its enemies (`belief_study`), `judge` how well
the judge foresees the lead (`judge_study`). Teams meet in a tournament by `main.py league ctf`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ai.lab.ctf import belief_study, judge_study
from ai.lab.errors import BadArguments
from ai.lab.rooms import ArenaQuestion, Plain

STUDIES: Final = {belief_study.STUDY: belief_study, judge_study.STUDY: judge_study}


def arena(asked: ArenaQuestion) -> Plain:
    """Return what the study found; raises `BadArguments` for a study that there is not."""
    name = asked.given["study"]
    if name == "tournament":
        told = "A tournament is a league now: `main.py league ctf --agents A,B --save FOLDER`."
        raise BadArguments(told)
    if name not in STUDIES:
        raise BadArguments(
            f"There is no study {name[:40]!r} of ctf; there are {', '.join(STUDIES)}."
        )
    found: Plain = STUDIES[name].arena(asked)
    return found


def report(found: Mapping[str, Any]) -> str:
    """Return the lines of a study."""
    lines: str = STUDIES[found["study"]].report(found)
    return lines
