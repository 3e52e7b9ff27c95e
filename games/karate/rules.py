"""The rules of Virtual Karate: both sides choose one of four moves at once and score points.

Points for the row against the column, for either side ("classic", the original's table):

|             | punch | kick | parry punch | parry kick |
|-------------|-------|------|-------------|------------|
| punch       | 10    | 0    | 0           | 10         |
| kick        | 10    | 10   | 10          | 0          |
| parry punch | 5     | 0    | 0           | 0          |
| parry kick  | 0     | 5    | 0           | 0          |

What counts is the gain, own points less the other's. In "classic" the value is 0, the one
equilibrium is punch .2, kick .4, parry kick .4, and parrying punches is strictly dominated.

"balanced" pays 10 for a parry and lets a punch land on a kick, so that attacks tie with attacks,
parries with parries, and each right parry is worth what each wrong one costs. One quarter for
each move is then an equilibrium. It is not the only one (punch = kick and the two parries equal
is all it takes), and no other table could do better: a symmetric zero-sum game with an even
number of moves never has a single equilibrium that uses all of them (Kaplansky, "A contribution
to von Neumann's theory of games", 1945).

"rps" is for programs: rock, paper and scissors in place of the four moves, 1 point for the move
that beats the other, 0 for a tie and for the beaten one. The dojo shows no such match.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from games.core import Event, Game, IllegalMove, Moves
from games.karate import RPS, SPEC
from games.spec import BadOption, Params

PLAYER, OPPONENT = 0, 1
MOVES: Final = ("punch", "kick", "parry-punch", "parry-kick")
POINTS: Final[Mapping[str, tuple[tuple[int, ...], ...]]] = {
    "classic": ((10, 0, 0, 10), (10, 10, 10, 0), (5, 0, 0, 0), (0, 5, 0, 0)),
    "balanced": ((10, 10, 0, 10), (10, 10, 10, 0), (10, 0, 0, 0), (0, 10, 0, 0)),
}
"""Points of the row against the column in the dojo, in the order of `MOVES`."""


class PointTable(NamedTuple):
    """The moves of a table, and the points of the row against the column."""

    moves: tuple[str, ...]
    points: tuple[tuple[int, ...], ...]


TABLES: Final[Mapping[str, PointTable]] = {
    **{name: PointTable(MOVES, points) for name, points in POINTS.items()},
    RPS: PointTable(("rock", "paper", "scissors"), ((0, 0, 1), (1, 0, 0), (0, 1, 0))),
}
"""All tables by name."""

LONGEST: Final = 2000
"""So many rounds an endless match has at most: about an hour and a half of play."""

_ACTING: Final = (PLAYER, OPPONENT)
_OVER: Final = ()


class State(NamedTuple):
    """A match so far: table, length (0: until `LONGEST`), rounds played, points of both seats."""

    table: str
    rounds: int
    played: int
    player_points: int
    opponent_points: int


class _Outcome(NamedTuple):
    """The result of a pair of moves: points of both seats, and the event."""

    player_points: int
    opponent_points: int
    events: tuple[Event, ...]


def gain_matrix(table: str) -> tuple[tuple[float, ...], ...]:
    """Return own points less the other's by a `table`, own move by row, shape (k, k), in points."""
    points = TABLES[table].points
    size = range(len(points))
    return tuple(tuple(float(points[a][b] - points[b][a]) for b in size) for a in size)


def need_dojo(params: Params) -> None:
    """Raise `BadOption` for a table that the dojo does not show."""
    if params["table"] not in POINTS:
        raise BadOption(
            f"table={RPS} is a table for programs, which no window shows: "
            "use it with arena, league, bot or analyse."
        )


def result(move: str, points: int) -> str:
    """Return the result of a move that scored these points: "hit", "parry" or "miss"."""
    if not points:
        return "miss"
    return "parry" if move.startswith("parry") else "hit"


def _outcome(table: str, player: int, opponent: int) -> _Outcome:
    names, points = TABLES[table]
    scored = (points[player][opponent], points[opponent][player])
    moves = (names[player], names[opponent])
    results = tuple(result(move, points) for move, points in zip(moves, scored, strict=True))
    event = Event("round", {"moves": moves, "points": scored, "results": results})
    return _Outcome(*scored, (event,))


_OUTCOMES: Final = {
    table: {
        (player, opponent): _outcome(table, moves.index(player), moves.index(opponent))
        for player in moves
        for opponent in moves
    }
    for table, (moves, _) in TABLES.items()
}


class Karate(Game[State]):
    """The protocol's functions.

    The one event is "round": the moves, the points and the results ("hit", "parry", "miss") of
    both seats, seat 0 first.
    """

    spec = SPEC

    def new(self, params: Params) -> State:
        """Return the start: no round played, no points."""
        return State(params["table"], params["rounds"], 0, 0, 0)

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return both at once, until the last round is over."""
        return _OVER if (state.rounds or LONGEST) <= state.played else _ACTING

    def legal(self, state: State, seat: int) -> Collection[str]:
        """Return all moves of the table."""
        return TABLES[state.table].moves if seat in _ACTING and self.to_act(state) else ()

    def apply(self, state: State, moves: Moves) -> tuple[State, tuple[Event, ...]]:
        """Play one round."""
        table, rounds, played, player_points, opponent_points = state
        if len(moves) != 2 or (rounds or LONGEST) <= played:
            raise IllegalMove(_why_illegal(state, moves))
        try:
            scored = _OUTCOMES[table][moves[PLAYER], moves[OPPONENT]]
        except (KeyError, TypeError):
            raise IllegalMove(_why_illegal(state, moves)) from None
        points = (player_points + scored.player_points, opponent_points + scored.opponent_points)
        return State(table, rounds, played + 1, *points), scored.events

    def params_for_resume(self, params: Params, turns: int) -> Params:
        """Return an endless match kept when it could be longer, with its length."""
        longer = not params["rounds"] and turns > LONGEST
        return {**params, "rounds": turns} if longer else params

    def returns(self, state: State) -> tuple[float, ...]:
        """Return the points of both seats."""
        return (float(state.player_points), float(state.opponent_points))


def _why_illegal(state: State, moves: Moves) -> str:
    """Return one sentence on moves that cannot be played."""
    if (state.rounds or LONGEST) <= state.played:
        return f"The match is over after {state.played} rounds; start another."
    if set(moves) != set(_ACTING):
        return "Both fighters move at once; give one move each for seats 0 and 1."
    known = TABLES[state.table].moves
    wrong = next(str(move)[:20] for move in moves.values() if move not in known)
    return f"{wrong!r} is not a move; choose one of {', '.join(known)}."


GAME = Karate()
