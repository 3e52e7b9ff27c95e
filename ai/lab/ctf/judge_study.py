"""`main.py arena ctf --option study=judge`: how well the judge foresees the lead 12 rounds later.

Each of `--agents` has the left side against `belief` in `--games` games, each in a maze of its own
and the same for all. Every choice of the left team that a review asks about is judged; what the
move made was worth is held against the lead that there was 12 rounds later, or at the end. Told are
the mean of what came less what was foreseen, with an interval at 95 % over games, the root of the
mean square of that, the same for who foresees that the lead stays, and how many points came for
each that was foreseen (1 where values are calibrated). All follows from the seed, for any number of
jobs.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from ai.ctf.pack import MOVES_AHEAD
from ai.lab.options import check_able
from ai.lab.rooms import ArenaQuestion, Plain
from ai.lab.study import Groups, Study, Values
from games import catalog
from games.core import Limit
from games.ctf import SPEC
from games.ctf.judge import WORDS
from games.ctf.rules.game import GAME
from games.ctf.rules.state import State
from games.intervals import Z
from games.judging import asked_in, judge_in_order
from games.match import Match
from games.moments import Moments
from games.streams import stream_key

STUDY: Final = "judge"
RIVAL: Final = "belief"


class Foreseen(NamedTuple):
    """The change of the lead within 12 rounds that each choice of a game foresaw, and what came."""

    foreseen: tuple[float, ...]
    came: tuple[float, ...]


class Watched(NamedTuple):
    """A game in which a `team` is judged."""

    team: str
    params: dict[str, Any]
    seed: int


def judged(game: Watched) -> list[Foreseen]:
    """Play a `game`, judge the choices of the left team, and look up what came of them."""
    left, right = (catalog.resolve("ctf", name).make() for name in (game.team, RIVAL))
    players = {0: left, 1: right, 2: left, 3: right}
    match: Match[State] = Match(GAME, game.params, game.seed, players)
    match.run(Limit())
    moments: Moments[State] = Moments(GAME, game.params)
    moments.follow(match.turns)
    lead = {m.state.moves: m.state.score[0] - m.state.score[1] for m in moments}
    asked = asked_in(moments, WORDS.chapters(moments), WORDS)
    own = [each for each in asked if each.seat % 2 == 0]
    make = partial(catalog.watcher, "ctf", WORDS.judge)
    foreseen, came = [], []
    for found in judge_in_order(moments, own, game.params, WORDS, make):
        moves = found.asked.choice.state.moves
        foreseen.append(found.judged.after - lead[moves])
        came.append(float(lead[min(moves + MOVES_AHEAD, max(lead))] - lead[moves]))
    return [Foreseen(tuple(foreseen), tuple(came))]


def _parts(asked: ArenaQuestion, options: Values) -> Groups[Watched]:
    """Return a game a part; raises the errors of the catalogue and the options."""
    check_able([catalog.agent("ctf", name) for name in (*asked.agents, RIVAL)], options)
    seeds = [stream_key(asked.seed, f"judge {number}") >> 1 for number in range(asked.games)]
    return [
        (name, [Watched(name, SPEC.draw(options, own), own) for own in seeds])
        for name in asked.agents
    ]


def row(team: str, found: Sequence[Foreseen], asked: ArenaQuestion | None = None) -> Plain:
    """Return what was `found` of a team; None stands where there was no choice."""
    pairs = [pair for each in found for pair in zip(*each, strict=True)]
    many = len(pairs)
    told: Plain = {"team": team, "choices": many}
    if not many:
        return told | dict.fromkeys(("off", "off_within", "error", "unchanged", "came"))
    off = sum(came - foreseen for foreseen, came in pairs) / many
    apart = (sum(c - f - off for f, c in zip(*each, strict=True)) for each in found)
    squares = sum(foreseen * foreseen for foreseen, _ in pairs)
    return told | {
        "off": off,
        "off_within": Z * math.sqrt(sum(gap * gap for gap in apart)) / many,
        "error": math.sqrt(sum((came - foreseen) ** 2 for foreseen, came in pairs) / many),
        "unchanged": math.sqrt(sum(came * came for _, came in pairs) / many),
        "came": sum(f * c for f, c in pairs) / squares if squares else None,
    }


_SEEN: Final = (
    "  {team:{wide}}  {off:+.2f} (±{off_within:.2f}) points off on average, {error:.2f} each time "
    "({unchanged:.2f} for no change); {came:.2f} came for each point foreseen; {choices:,} choices"
)
JUDGED: Final = Study(_parts, judged, row, (_SEEN,), ("  {team:{wide}}  foresaw no change",))


def arena(asked: ArenaQuestion) -> Plain:
    """Judge each team; raises the errors of the catalogue and the options."""
    options = dict(asked.given)
    options.pop("study", None)
    params = SPEC.params(options)
    head = {"study": STUDY, "seed": asked.seed, "games": asked.games, "rules": params["rules"]}
    return {**head, "rows": JUDGED.rows(asked, params)}


def report(found: Mapping[str, Any]) -> str:
    """Return a line for each team."""
    head = f"{found['games']} games each by the rules {found['rules']}, seed {found['seed']}"
    told = f"{head}: the judge on the lead 12 rounds later, against {RIVAL}"
    return "\n".join([told, *JUDGED.lines(found["rows"])])
