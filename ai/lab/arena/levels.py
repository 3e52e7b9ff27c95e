"""`main.py arena GAME --option study=levels`: what the levels of a game are worth to a newcomer.

The newcomer's stand-in of a game (`games.spec.Opponents.newcomer`) plays `--games` matches at full
length against each of the four levels, in the seat of a person. A match is won where the headline
after it would say so; a drawn one is not. All follows from the seed, for any number of jobs. With
`--agents easy,hard` only these levels are played.

>>> LevelMatch("won").outcome
'won'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from ai.lab import rooms
from ai.lab.errors import BadArguments
from ai.lab.rooms import ArenaQuestion, Plain
from ai.lab.study import Groups, Study, Values, pieces
from games import catalog
from games.core import Limit, Player, Seating
from games.intervals import wilson
from games.match import Match
from games.session.growing import at_level, opposed
from games.session.results import outcome_for
from games.session.setup import HUMAN, Setup
from games.spec import LEVELS, GameSpec
from games.streams import stream_key

STUDY: Final = "levels"
DEMO: Final = "demo"
"""The newcomer that fills a person's seat in attract mode."""
_AT_ONCE: Final = 10
"""Matches that one worker plays before it returns what it found."""
_MOST_TURNS: Final = 20_000


class LevelPart(NamedTuple):
    """Some matches of a game at one level, of these numbers."""

    game: str
    mode: str
    level: int
    seed: int
    matches: range


class LevelMatch(NamedTuple):
    """The outcome of one match for the newcomer: won, drawn, lost or played."""

    outcome: str


class LevelsArena:
    """The arena of the study, for the levels of one `game`; raises `UnknownGame`."""

    def __init__(self, game: str) -> None:
        self.spec = catalog.spec(game)

    def arena(self, asked: ArenaQuestion) -> Plain:
        """Return the JSON output: a row for each level of each mode. Raises `BadArguments`."""
        opponents = self.spec.opponents
        if not opponents.levels:
            raise BadArguments(f"{self.spec.title} has no levels to measure.")
        unknown = next((name for name in asked.agents if name not in LEVELS), None)
        if unknown is not None:
            known = ", ".join(LEVELS)
            raise BadArguments(f"There is no level {unknown[:40]!r}; there are {known}.")
        others = [name for name in asked.given if name != "study"]
        if others:
            raise BadArguments(f"Levels are measured as they are played; leave {others[0]} out.")
        told = {"newcomer": opponents.newcomer, "does": opponents.newcomer_words}
        rows = study_of(self.spec.id).rows(asked, {})
        return {"game": self.spec.id, "seed": asked.seed, "study": STUDY, **told, "rows": rows}

    def report(self, found: Mapping[str, Any]) -> str:
        """Return the rows for a person."""
        head = f"{found['game']}, seed {found['seed']}: a newcomer {found['does']}"
        return "\n".join([head, *study_of(found["game"]).lines(found["rows"])])


def study_of(game: str) -> Study[LevelPart, LevelMatch]:
    """Return the study of the levels of a `game`."""
    spec = catalog.spec(game)
    modes = list(dict.fromkeys(level.mode for level in spec.opponents.levels))

    def parts(asked: ArenaQuestion, values: Values) -> Groups[LevelPart]:
        return [
            (
                f"{mode} {word}".strip(),
                [LevelPart(game, mode, n, asked.seed, p) for p in pieces(asked.games, _AT_ONCE)],
            )
            for mode in modes
            for n, word in enumerate(LEVELS)
            if not asked.agents or word in asked.agents
        ]

    def row(name: str, results: list[LevelMatch], asked: ArenaQuestion) -> Plain:
        *mode, word = name.split()
        own = [level for level in spec.opponents.levels if level.mode == "".join(mode)]
        level = own[LEVELS.index(word)]
        won, drawn = (sum(f.outcome == each for f in results) for each in ("won", "drawn"))
        low, high = wilson(won, len(results))
        return {
            "level": word,
            "mode": level.mode,
            "agent": level.agent,
            "options": level.values,
            "games": len(results),
            "won": won,
            "drawn": drawn,
            "ci95": [low, high],
        }

    template = "  {mode} {level}: {won} of {games} won, {drawn} drawn"
    return Study(parts, play, row, (template,))


def play(part: LevelPart) -> list[LevelMatch]:
    """Play the matches of a part."""
    return [LevelMatch(_played(part, number)) for number in part.matches]


def _played(part: LevelPart, number: int) -> str:
    spec, game = catalog.spec(part.game), catalog.rules(part.game)
    seed = stream_key(part.seed, f"levels {part.mode} {number}") >> 1
    chosen = {spec.modes.option: part.mode} if part.mode else {}
    params = spec.draw(spec.params(chosen), seed)
    setup = at_level(_usual(spec, params, seed), part.level)
    own = setup.humans[0]
    players: dict[int, Player] = {own: newcomer(spec)}
    against = opposed(spec, params, setup.seats)
    mates = {}
    for seat, seating in enumerate(setup.seats):
        if seat != own:
            spot = spec.seats_for(params)[seat]
            key = ("team", spot.team) if seat in against and spot.team is not None else seat
            if key not in mates:
                mates[key] = catalog.seated(part.game, seating).make()
            players[seat] = mates[key]
    match: Match[Any] = Match(game, params, seed, players)
    match.run(Limit(), _MOST_TURNS)
    room = rooms.VERDICT.of(part.game)
    found = None if room is None else room.verdict(match, [seat.agent for seat in setup.seats], own)
    return _outcome(match.returns, spec.teams_for(params), own) if found is None else found


def _outcome(returns: Sequence[float], teams: Sequence[int], own: int) -> str:
    """Return the outcome of a seat by what each team gained: its mates gain the same."""
    sides = dict(zip(teams, returns, strict=True))
    return outcome_for(list(sides.values()), list(sides).index(teams[own]))


def _usual(spec: GameSpec, params: Mapping[str, Any], seed: int) -> Setup:
    """Return the setup of a usual match of one person, at no level yet.

    The person has the first seat whose opponents are those of the levels.
    """
    places = spec.seats_for(params)
    usual = [Seating(spec.usual_agent(place), {}) for place in places]
    made = (
        Setup(spec.id, (*usual[:own], Seating(HUMAN), *usual[own + 1 :]), params, seed)
        for own, place in enumerate(places)
        if place.people
    )
    return next(setup for setup in made if opposed(spec, params, setup.seats))


def newcomer(spec: GameSpec) -> Player:
    """Return a new stand-in of a newcomer to a game."""
    name = spec.opponents.newcomer or DEMO
    return catalog.demo_player(spec.id) if name == DEMO else catalog.resolve(spec.id, name).make()
