"""Races: all seats search at once, and whose move counts first decides the turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.match import Match


def decided_race(match: Match[Any], made: Mapping[int, str], raced: float) -> dict[int, str] | None:
    """The moves of a race that is decided after `raced` seconds, else None.

    `made` are the sealed moves of agents and those that people have made. It is decided as soon as
    one of them counts (`Game.moment`), or when everybody waits; who has made none waits.
    """
    moments = [m for move in made.values() if (m := match.game.moment(move)) is not None]
    missing = [seat for seat in match.to_act if seat not in made]
    if moments and raced >= min(moments):
        idle = {seat: match.game.idle(match.state, seat) for seat in missing}
        return {**idle, **made}
    return None if moments or missing else dict(made)
