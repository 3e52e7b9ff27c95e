"""`main.py arena ctf --option study=belief`: how well `auto` follows enemies that its team does not
see.

Each of `--agents` is foreseen in turn: it has the right side against gatherers, on whose side
`auto` listens, in `--games` games, each in a maze of its own and the same for all. Two names with
`-and-` between them are a team of one bot each, as in `hunter-and-gatherer`; `explorers`, who go
where they were least often, are known here alone. Measured are the nats of the true cell at each
reading of an enemy out of sight, with an interval at 95 % over games, and how often the 90 % set
had that cell. All follows from the seed, for any number of jobs.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ai.core import Agent
from ai.lab.errors import BadArguments
from ai.lab.options import check_able
from ai.lab.rooms import ArenaQuestion, Plain
from ai.lab.study import Groups, Study, Values
from games import catalog
from games.core import Decision, Game, Limit, Player
from games.ctf import SPEC
from games.ctf.bot_moments import BotMoments
from games.ctf.lens import Lenses
from games.ctf.maze import MOVES, STAY
from games.ctf.rules.game import GAME
from games.ctf.rules.state import State
from games.intervals import Z
from games.match import Match
from games.spec import Params
from games.streams import Stream, stream_key

STUDY: Final = "belief"
EXPLORERS: Final = "explorers"
LISTENER: Final = "gatherer"
MOVES_EACH: Final = 200
"""Moves of all bots in a game, where no number is given: 100 of the team that listens."""
_BETWEEN: Final = "-and-"


class Explorers(Agent):
    """Each bot goes where it was least often, any of the like."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Forget all visits."""
        super().begin(seats, game, params, rng)
        self._visits: dict[tuple[int, int], int] = {}

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Return one step; to stay only where there is no way."""
        here, visits = view.bots[seat], self._visits
        visits[seat, here] = visits.get((seat, here), 0) + 1
        ways = [move for move in legal if move != MOVES[STAY]] or list(legal)
        counts = [visits.get((seat, view.field.ways[here][MOVES.index(m)]), 0) for m in ways]
        least = [way for way, count in zip(ways, counts, strict=True) if count == min(counts)]
        return Decision(self.rng.choice(tuple(least)))


class Listened(NamedTuple):
    """A game in which a `team` is foreseen."""

    team: str
    params: dict[str, Any]
    seed: int


class Heard(NamedTuple):
    """Of a game: the readings of enemies out of sight, the sum of their nats, and how often the
    90 % set had the true cell.
    """

    unseen: int
    loss: float
    held: float


def players(team: str) -> tuple[Player, Player]:
    """Return the players of both bots of a `team`, one for both where one name is given.

    Raises `UnknownAgent` and `BadOption` for unknown names.
    """
    names = team.split(_BETWEEN)
    if len(names) > 2:
        raise BadArguments(f"{team[:60]} names {len(names)} bots; a team has two.")
    made: list[Player] = [
        Explorers() if name == EXPLORERS else catalog.resolve("ctf", name).make() for name in names
    ]
    return made[0], made[-1]


def played(game: Listened) -> Match[State]:
    """Return the match of a `game`, played to its end."""
    listener, (first, second) = players(LISTENER)[0], players(game.team)
    match: Match[State] = Match(
        GAME, game.params, game.seed, {0: listener, 1: first, 2: listener, 3: second}
    )
    match.run(Limit())
    return match


def heard(game: Listened) -> list[Heard]:
    """Play a `game`, and count how right the belief of the left team was."""
    tape, lenses = BotMoments(game.params), Lenses((0,), game.params, game.seed)
    tape.follow(played(game).turns)
    while not lenses.have_heard(len(tape) - 1):
        lenses.think(tape)
    frame = lenses.of[0].frame(lenses.of[0].steps)
    return [Heard(frame.unseen, frame.loss, frame.held)]


def _parts(asked: ArenaQuestion, options: Values) -> Groups[Listened]:
    """Return a game a part; raises the errors of the catalogue and the options."""
    for name in asked.agents:
        players(name)
        known = [part for part in name.split(_BETWEEN) if part != EXPLORERS]
        check_able([catalog.agent("ctf", part) for part in known], options)
    numbers = range(asked.games)
    seeds = [stream_key(asked.seed, f"belief {number}") >> 1 for number in numbers]
    return [
        (name, [Listened(name, SPEC.draw(options, own), own) for own in seeds])
        for name in asked.agents
    ]


def row(team: str, found: Sequence[Heard], asked: ArenaQuestion | None = None) -> Plain:
    """Return what was `found` of a team; None stands where no enemy was out of sight."""
    unseen = sum(each.unseen for each in found)
    sums = {"nats": [each.loss for each in found], "held": [each.held for each in found]}
    told: Plain = {"team": team, "readings": unseen}
    for name, parts in sums.items():
        mean = sum(parts) / unseen if unseen else None
        told[name] = mean
        told[f"{name}_within"] = None if mean is None else _within(parts, found, mean)
    return told


def _within(parts: Sequence[float], found: Sequence[Heard], mean: float) -> float:
    """Return half of the interval at 95 % of a mean over readings, the games being what is
    drawn.
    """
    apart = (part - mean * each.unseen for part, each in zip(parts, found, strict=True))
    return Z * math.sqrt(sum(gap * gap for gap in apart)) / sum(e.unseen for e in found)


_SEEN: Final = (
    "  {team:{wide}}  {nats:.2f} (±{nats_within:.2f}) nats a reading, 90% sets had {held:.3f} "
    "(±{held_within:.3f}) of {readings:,}"
)
BELIEFS: Final = Study(_parts, heard, row, (_SEEN,), ("  {team:{wide}}  never out of sight",))


def arena(asked: ArenaQuestion) -> Plain:
    """Foresee each team; raises `BadArguments` and the errors of the catalogue and the options."""
    options = {"moves": MOVES_EACH, **asked.given}
    options.pop("study", None)
    params = SPEC.params(options)
    head = {"study": STUDY, "seed": asked.seed, "games": asked.games, "rules": params["rules"]}
    return {**head, "rows": BELIEFS.rows(asked, params)}


def report(found: Mapping[str, Any]) -> str:
    """Return a line for each team."""
    head = f"{found['games']} games each by the rules {found['rules']}, seed {found['seed']}"
    told = f"{head}: `auto` on the enemies out of sight of {LISTENER}s"
    return "\n".join([told, *BELIEFS.lines(found["rows"])])
