"""A round robin of teams: its fixtures and mazes, its table, and each game to see again.

Every two teams meet in `games` games. Two games of a pair in a row are played on one maze with
sides changed, and all pairs meet on the same mazes. A team that fails (it raises, or answers with
no legal move) loses that game, and the reason is kept.

    cup = Tournament(["pack", "belief", "gatherer"], params, games=2, seed=1)
    while not cup.over:
        cup.step(turns=200)        # a slice; `cup.playing` is the match at hand, to look at
    for row in cup.table(): ...    # the crosstable, the best first
    text = cup.to_text()           # all of it, the games too; `Tournament.from_text` reads it

There is no drawing and no clock here, and all follows from the seed, so that a tournament saved in
the middle goes on with the game that had not ended.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from games import catalog, log
from games.core import CHANCE, FAILURES, Limit, Log, Player, Seating
from games.ctf import SPEC
from games.ctf.rules import GAME
from games.ctf.rules.state import State
from games.intervals import wilson
from games.match import Match
from games.spec import BadOption, Params
from games.streams import stream_key

FORMAT: Final = "open-mind-arcade/ctf-tournament"
MOST_TEAMS: Final = 24
MOST_GAMES: Final = 1000
"""Of each pair; both chosen by hand."""
_LONGEST: Final = 200
"""Characters of a sentence about a fault."""


class BadTournament(ValueError):
    """Raised for a tournament that cannot be held or read; the message gives the reason."""


class Fixture(NamedTuple):
    """A game that is to be played: its number from 0 on, the teams by their names, left first."""

    number: int
    left: str
    right: str
    params: dict[str, Any]
    seed: int


class TeamFault(NamedTuple):
    """Why a team lost a game: its name, the moves that were made before, and a sentence."""

    team: str
    moves: int
    sentence: str


class Outcome(NamedTuple):
    """The end of a game, left first: points and catches of both teams.

    `log` is the whole game as text (`games.log`).
    """

    number: int
    left: str
    right: str
    points: tuple[int, int]
    catches: tuple[int, int]
    moves: int
    fault: TeamFault | None
    log: str

    @property
    def left_share(self) -> float:
        """1 where the left team won, 1/2 for a draw, 0 where it lost."""
        if self.fault is not None:
            return float(self.fault.team != self.left)
        ours, theirs = self.points
        return 0.5 if ours == theirs else float(ours > theirs)

    def share(self, team: str) -> float:
        """Return the score of a `team` of the two."""
        return self.left_share if team == self.left else 1.0 - self.left_share


class Playing:
    """A game that is being played; `match` is to be looked at, `outcome` there once it has ended.

    Raises `UnknownAgent` and `BadOption` for a team that there is not.
    """

    def __init__(self, fixture: Fixture) -> None:
        self.fixture = fixture
        self.outcome: Outcome | None = None
        self._fault: TeamFault | None = None
        left, right = (catalog.resolve("ctf", name) for name in (fixture.left, fixture.right))
        teams: tuple[Player, Player] = left.make(), right.make()
        self._seats = tuple(Seating(side.spec.id, side.options) for side in (left, right) * 2)
        players = {seat: teams[seat % 2] for seat in range(4)}
        self.match: Match[State] = Match(
            GAME, fixture.params, fixture.seed, players, failed=self._failed
        )

    def step(self, turns: int) -> bool:
        """Play on for `turns` turns of chance and bots; return whether the game goes on."""
        for _ in range(turns):
            if self.outcome is not None:
                return False
            self._turn()
            if self.match.over or self._fault is not None:
                self.outcome = self._ended()
        return self.outcome is None

    def _turn(self) -> None:
        """One turn; a team that cannot answer has failed."""
        if self._fault is not None or self.match.over:
            return
        (seat,) = self.match.to_act
        try:
            drawn = seat == CHANCE
            move = self.match.draw() if drawn else self.match.decide(seat, Limit()).move
        except FAILURES as problem:
            self._failed(seat, len(self.match.turns), problem)
        else:
            self.match.play({seat: move})

    def _failed(self, seat: int, turns: int, problem: BaseException) -> None:
        """Note that a team raised; after the end of the game that has no effect."""
        if self.outcome is None and self._fault is None:
            state: State = self.match.state if turns else GAME.new(self.fixture.params)
            team = (self.fixture.left, self.fixture.right)[seat % 2]
            told = " ".join(str(problem).split())
            words = told if isinstance(problem, ValueError) and told else _named(problem, told)
            self._fault = TeamFault(team, state.moves, words[:_LONGEST])

    def _ended(self) -> Outcome:
        state = self.match.state
        catches = (state.kills[0] + state.kills[2], state.kills[1] + state.kills[3])
        fixture = self.fixture
        found = Log("ctf", dict(self.match.params), self.match.seed, self._seats, self.match.turns)
        return Outcome(
            *(fixture.number, fixture.left, fixture.right),
            state.score,
            catches,
            state.moves,
            self._fault,
            log.encode(found),
        )


def _named(problem: BaseException, told: str) -> str:
    return f"{type(problem).__name__}: {told}" if told else f"It raised {type(problem).__name__}."


def play(fixture: Fixture) -> Outcome:
    """Play a game to its end."""
    playing = Playing(fixture)
    while playing.step(1000):
        pass
    assert playing.outcome is not None
    return playing.outcome


class Cell(NamedTuple):
    """A team's games with another: its wins, the number of games, its lead in points over all, and
    the numbers of the games.
    """

    won: float
    games: int
    margin: int
    numbers: tuple[int, ...]


class Row(NamedTuple):
    """A team in the crosstable.

    `won` counts a draw as 1/2; `interval` is the 95 % interval of the share of wins, (0, 1) before
    the first game. `points` and `catches` are sums over its games, own first; `faults` counts the
    games that it lost by failing. `cells` has its games against each other team.
    """

    team: str
    games: int
    won: float
    interval: tuple[float, float]
    wins: int
    draws: int
    losses: int
    points: tuple[int, int]
    catches: tuple[int, int]
    faults: int
    cells: Mapping[str, Cell]


class Tournament:
    """A round robin; see the module. `teams` are named as on a command line, "pelita:FILE" too.

    Raises `BadTournament`, and `UnknownAgent` and `BadOption` for teams that there are not.
    """

    def __init__(self, teams: Sequence[str], params: Params, games: int, seed: int) -> None:
        """`params` are all options of the game, `games` how many each pair plays."""
        self.teams, self.params = tuple(teams), SPEC.params(params)
        self.games, self.seed = games, seed
        self._check()
        self.fixtures = tuple(self._fixtures())
        self.outcomes: list[Outcome] = []
        self.playing: Playing | None = None

    def _check(self) -> None:
        twice = next((name for name in self.teams if self.teams.count(name) > 1), None)
        if twice is not None:
            raise BadTournament(f"{twice[:60]} is named twice; name each team once.")
        if not 2 <= len(self.teams) <= MOST_TEAMS:
            raise BadTournament(f"A tournament is for 2 to {MOST_TEAMS} teams.")
        if not 1 <= self.games <= MOST_GAMES:
            raise BadTournament(f"Each pair can play 1 to {MOST_GAMES} games.")
        for name in self.teams:
            hindrance = catalog.agent("ctf", name).hindrance(self.params)
            if hindrance:
                raise BadTournament(f"{name[:60]} cannot play here. {hindrance}")

    def _fixtures(self) -> list[Fixture]:
        """Round by round, so that a table in the middle has as many games of each team."""
        found: list[Fixture] = []
        for number in range(self.games):
            seed = stream_key(self.seed, f"tournament {number // 2}") >> 1
            params = SPEC.draw(self.params, seed)
            for first, second in itertools.combinations(self.teams, 2):
                left, right = (first, second) if number % 2 == 0 else (second, first)
                found.append(Fixture(len(found), left, right, params, seed))
        return found

    @property
    def over(self) -> bool:
        """True if all games were played."""
        return len(self.outcomes) == len(self.fixtures)

    def step(self, turns: int = 200) -> bool:
        """Play on for at most `turns` turns, at most to the end of a game; return whether more is
        left.

        With pauses between the steps a window stays alive; a team may take its time for a move.
        """
        if self.over:
            return False
        if self.playing is None or self.playing.outcome is not None:
            self.playing = Playing(self.fixtures[len(self.outcomes)])
        if not self.playing.step(turns):
            assert self.playing.outcome is not None
            self.outcomes.append(self.playing.outcome)
        return not self.over

    def take(self, outcome: Outcome) -> None:
        """Enter the outcome of the next fixture, which was played elsewhere (`play`)."""
        if self.over or outcome.number != len(self.outcomes):
            raise BadTournament("That game is not the next one.")
        self.outcomes.append(outcome)
        self.playing = None

    def table(self) -> list[Row]:
        """Return the crosstable of the games played, the best first."""
        rows = [self._row(team) for team in self.teams]
        return sorted(rows, key=lambda row: (-_share(row), row.points[1] - row.points[0], row.team))

    def _row(self, team: str) -> Row:
        own = [outcome for outcome in self.outcomes if team in (outcome.left, outcome.right)]
        shares = [outcome.share(team) for outcome in own]
        won = sum(shares)
        others = [other for other in self.teams if other != team]
        return Row(
            *(team, len(own), won, wilson(won, len(own)) if own else (0.0, 1.0)),
            *(shares.count(1.0), shares.count(0.5), shares.count(0.0)),
            _sums(team, own, [outcome.points for outcome in own]),
            _sums(team, own, [outcome.catches for outcome in own]),
            sum(outcome.fault is not None and outcome.fault.team == team for outcome in own),
            {other: self._cell(team, other, own) for other in others},
        )

    @staticmethod
    def _cell(team: str, other: str, own: Sequence[Outcome]) -> Cell:
        met = [outcome for outcome in own if other in (outcome.left, outcome.right)]
        ours, theirs = _sums(team, met, [outcome.points for outcome in met])
        numbers = tuple(outcome.number for outcome in met)
        return Cell(sum(o.share(team) for o in met), len(met), ours - theirs, numbers)

    # -- as text ----------------------------------------------------------------------------

    def to_plain(self, logs: bool = True) -> dict[str, Any]:
        """Return all of it as JSON data; without `logs` the games can be listed, but not seen."""
        return {
            "format": FORMAT,
            "version": 1,
            "teams": list(self.teams),
            "params": self.params,
            "games": self.games,
            "seed": self.seed,
            "played": [_outcome_plain(outcome, logs) for outcome in self.outcomes],
        }

    def to_text(self) -> str:
        """Return all of it as text, for `from_text`."""
        return json.dumps(self.to_plain(), allow_nan=False, separators=(",", ":")) + "\n"

    @staticmethod
    def from_text(text: str) -> Tournament:
        """Return the tournament that was saved as `text`; raises `BadTournament` if it is none."""
        try:
            found = json.loads(text)
        except (ValueError, RecursionError) as problem:
            raise BadTournament("This is no saved tournament, or it is damaged.") from problem
        return Tournament.from_plain(found)

    @staticmethod
    def from_plain(found: object) -> Tournament:
        """Return the tournament of `to_plain`; raises `BadTournament` where that is none."""
        try:
            return _read(found)
        except BadTournament:
            raise
        except (BadOption, catalog.UnknownAgent) as problem:
            raise BadTournament(f"This tournament cannot be used. {problem}") from None
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as problem:
            raise BadTournament("This is no saved tournament, or it is damaged.") from problem


def _share(row: Row) -> float:
    return row.won / row.games if row.games else 0.0


def _sums(team: str, games: Sequence[Outcome], pairs: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return the sums of pairs that stand left first, with the `team`'s first."""
    turned = [pair if g.left == team else pair[::-1] for g, pair in zip(games, pairs, strict=True)]
    return sum(ours for ours, _ in turned), sum(theirs for _, theirs in turned)


def _outcome_plain(outcome: Outcome, logs: bool) -> dict[str, Any]:
    plain = outcome._asdict()
    plain["fault"] = None if outcome.fault is None else outcome.fault._asdict()
    return plain if logs else {name: value for name, value in plain.items() if name != "log"}


def _read(found: object) -> Tournament:
    """Return the tournament of JSON data; raises many things where that is none."""
    plain = _entries(found)
    if plain["format"] != FORMAT or plain["version"] != 1:
        raise BadTournament("This is no tournament, or one of a newer arcade.")
    teams = [_text(name) for name in plain["teams"]]
    cup = Tournament(teams, plain["params"], _count(plain["games"]), _count(plain["seed"]))
    for entry in plain["played"]:
        outcome = outcome_of(_entries(entry))
        fixture = cup.fixtures[len(cup.outcomes)]
        if (outcome.number, outcome.left, outcome.right) != fixture[:3]:
            raise BadTournament("The games of this tournament are not in their order.")
        cup.take(outcome)
    return cup


def outcome_of(entry: Mapping[str, Any]) -> Outcome:
    """Return the outcome of an `entry` of plain data, with its game or without; raises where it is
    none.

    `TypeError`, `ValueError` and `LookupError` all say so.
    """
    told = None
    if entry["fault"] is not None:
        fault = _entries(entry["fault"])
        sentence = _text(fault["sentence"])[:_LONGEST]
        told = TeamFault(_text(fault["team"]), _count(fault["moves"]), sentence)
    return Outcome(
        *(_count(entry["number"]), _text(entry["left"]), _text(entry["right"])),
        _pair(entry["points"]),
        _pair(entry["catches"]),
        _count(entry["moves"]),
        told,
        _text(entry.get("log", "")),
    )


def _entries(value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise TypeError(value)
    return value


def _pair(value: Sequence[object]) -> tuple[int, int]:
    first, second = value
    return _count(first), _count(second)


def _count(value: object) -> int:
    if type(value) is not int or not 0 <= value < 1 << 63:
        raise TypeError(value)
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value
