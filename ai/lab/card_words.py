"""What the card of learned weights says of how they were made and how strong they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def made_by(game: str, agent: str, seed: int, given: Mapping[str, Any]) -> str:
    """The command that makes an `agent`'s weights again from a `seed`, with all options `given`."""
    options = "".join(f" --option {name}={value}" for name, value in given.items())
    return f"main.py train {game} {agent} --seed {seed}{options}"


def strength_lines(shares: Mapping[str, float], number: int, what: str) -> list[str]:
    """A line for each opponent in `shares`; `what` names the `number` of things played."""
    return [
        f"wins {share:.1%} of {number:,} {what} against {name}" for name, share in shares.items()
    ]
