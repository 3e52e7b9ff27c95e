"""The rules of the Royal Game of Ur, and the counts (perft) that prove them.

Each side has a one-way path of squares, 1..14 in Finkel's rules; 0 is home (not entered) and 15,
one past the last, is off the board. Squares 5..12 are shared, the others private. Four coins give
a roll of 0..4 with weights 1, 4, 6, 4, 1. A piece moves by the whole roll and leaves the board by
the exact roll. Own pieces block; the opponent's piece on a shared square is captured and goes
home, except where the square is safe, as 8 is. A rosette gives another roll. Who has no move
passes, who has one must move, and who is off with all pieces first wins. Path, rosettes, safe
squares and dice are data (`games.ur.rulesets.RuleSet`, where the sources stand), and so is
whether a capture gives another roll.

A side is one whole number, so that a move is one addition: bit i stands for a piece on square i
of its own path, and the bits from `off` up (15 in Finkel's rules) count the pieces that are off.
Those at home are the rest.

Moves are strings: the square a piece leaves, "0".."16", or "pass". A roll and a move (or a pass)
are two turns, and so dice are always thrown at even turns.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

from games.core import CHANCE, BadPosition, Event, Game, IllegalMove, Moves
from games.spec import Params
from games.ur import SIDES, SPEC
from games.ur.rulesets import FINKEL as FINKEL
from games.ur.rulesets import RULE_SETS as RULE_SETS
from games.ur.rulesets import SCHULTZ as SCHULTZ
from games.ur.rulesets import RuleSet as RuleSet

LIGHT, DARK = 0, 1
NOT_ROLLED: Final = -1
PASS: Final = "pass"
_PASS_ONLY: Final = (PASS,)
_OVER: Final = ()
_CHANCE_ACTS: Final = (CHANCE,)
_SEAT_ACTS: Final = ((LIGHT,), (DARK,))


class State(NamedTuple):
    """A position, whose turn it is (seat 0 light, 1 dark), and the roll if it was thrown.

    `moves` and `acting` follow from the rest and are kept because both are asked for often.
    After the end `turn` is the winner.
    """

    rules: str
    pieces: int
    turn: int
    roll: int
    light: int
    dark: int
    moves: tuple[str, ...]
    acting: tuple[int, ...]

    @property
    def rule_set(self) -> RuleSet:
        """Board, path and dice."""
        return RULE_SETS[self.rules]

    @property
    def winner(self) -> int | None:
        """The seat that won, or None."""
        return None if self.acting else self.turn

    def side(self, seat: int) -> int:
        """Return a side as one number (see the module's first lines)."""
        return self.dark if seat else self.light

    def squares(self, seat: int) -> tuple[int, ...]:
        """Return the path squares that a seat's pieces stand on, ascending."""
        return squares_of(self.side(seat), self.rule_set)

    def off(self, seat: int) -> int:
        """Return the number of pieces of a seat that are off the board."""
        return self.side(seat) >> self.rule_set.off

    def home(self, seat: int) -> int:
        """Return the number of pieces of a seat that have not entered."""
        return home_of(self.side(seat), self.pieces, self.rule_set)


def squares_of(side: int, rule_set: RuleSet) -> tuple[int, ...]:
    """Return the path squares of a side under a `rule_set`, ascending."""
    return tuple(square for square in range(1, rule_set.off) if side >> square & 1)


def home_of(side: int, pieces: int, rule_set: RuleSet) -> int:
    """Return the number of a side's pieces that have not entered, under a `rule_set`."""
    return pieces - (side >> rule_set.off) - (side & rule_set.board).bit_count()


def legal_sources(own: int, other: int, pieces: int, roll: int, rule_set: RuleSet) -> int:
    """Return the squares that `own` may leave with this roll against `other`, as bits; bit 0 is
    home.

    The game is one of `pieces` pieces by a `rule_set`.
    """
    board = own & rule_set.board
    off = rule_set.off
    sources = board | (board.bit_count() + (own >> off) < pieces)
    closed = board | (other & rule_set.safe_mask)
    reach = rule_set.board | 1 << off
    return (sources << roll & reach & ~closed) >> roll


def apply_move(own: int, other: int, source: int, roll: int, rule_set: RuleSet) -> tuple[int, int]:
    """Return both sides after `own` moved from `source` by `roll` against `other`, under a
    `rule_set`.

    A captured piece is home again.
    """
    target = source + roll
    own += (1 << target) - (1 << source if source else 0)
    return own, other - (other & rule_set.hits[target])


_NAMES: Final = tuple(str(square) for square in range(32))
_LOW: Final = tuple(tuple(_NAMES[i] for i in range(8) if b >> i & 1) for b in range(256))
_HIGH: Final = tuple(tuple(_NAMES[i + 8] for i in range(9) if b >> i & 1) for b in range(512))
_SOURCES: Final = {name: square for square, name in enumerate(_NAMES)}


def _move_events(seat: int, source: int, roll: int, rule_set: RuleSet) -> tuple[Event, ...]:
    """Return the events of a move without and with a capture."""
    target = source + roll
    return tuple(
        Event(
            "move",
            {
                "seat": seat,
                "from": source,
                "to": target,
                "capture": capture,
                "extra_roll": rule_set.rolls_again(target, capture),
                "off": target == rule_set.off,
            },
        )
        for capture in (False, True)
    )


def _all_move_events(rule_set: RuleSet) -> dict[tuple[int, int, int], tuple[Event, ...]]:
    return {
        (seat, source, roll): _move_events(seat, source, roll, rule_set)
        for seat in (LIGHT, DARK)
        for roll, _ in rule_set.dice
        for source in range(rule_set.off - roll + 1)
    }


_MOVED: Final = {rule_set.id: _all_move_events(rule_set) for rule_set in RULE_SETS.values()}
_ROLLED: Final = tuple(
    tuple((Event("roll", {"seat": seat, "roll": roll}),) for roll in range(8)) for seat in (0, 1)
)
_PASSED: Final = tuple(
    tuple((Event("pass", {"seat": seat, "roll": roll}),) for roll in range(8)) for seat in (0, 1)
)
_WON: Final = tuple(Event("win", {"seat": seat}) for seat in (LIGHT, DARK))


class Ur(Game[State]):
    """The protocol's functions for every rule set.

    Events: "roll" (seat, roll), "pass" (seat, roll), "move" (seat, from, to, capture,
    extra_roll, off) and "win" (seat). A captured piece stood on the mover's square `to`, which on
    its own path may have another number.
    """

    spec = SPEC

    def new(self, params: Params) -> State:
        """Return both sides at home, light to roll; or the "position" of `params` (`to_line`)."""
        if "position" in params:
            return from_line(params["position"])._replace(
                roll=NOT_ROLLED, moves=(), acting=(CHANCE,)
            )
        return State(params["rules"], params["pieces"], LIGHT, NOT_ROLLED, 0, 0, (), _CHANCE_ACTS)

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return chance before a roll, the seat whose turn it is after it."""
        return state.acting

    def legal(self, state: State, seat: int) -> Collection[str]:
        """Return the squares that a piece may leave, least advanced first, or the forced pass."""
        if seat == CHANCE and state.acting == _CHANCE_ACTS:
            return tuple(name for name, _ in state.rule_set.outcomes)
        return state.moves if state.acting == (seat,) else ()

    def chance(self, state: State) -> Sequence[tuple[str, int]]:
        """Return the rolls with their weights."""
        return RULE_SETS[state.rules].outcomes if state.acting == _CHANCE_ACTS else ()

    def apply(self, state: State, moves: Moves) -> tuple[State, tuple[Event, ...]]:
        """Throw the dice or move a piece."""
        if len(moves) != 1 or state.acting != tuple(moves):
            raise IllegalMove(f"Seats {state.acting} are to act, not {tuple(moves)}.")
        if state.acting == _CHANCE_ACTS:
            return _roll(state, moves[CHANCE])
        return _move(state, moves[state.turn])

    def returns(self, state: State) -> tuple[float, ...]:
        """Return 1 for the winner and 0 for the loser; 0 for both before the end."""
        if state.acting:
            return (0.0, 0.0)
        return (0.0, 1.0) if state.turn else (1.0, 0.0)

    def boxes(self, events: Iterable[Event], seat: int) -> str:
        """Return a letter for each piece that came home, in that order."""
        home = (event.data["seat"] for event in events if event.data.get("off"))
        return "".join("w" if side == seat else "l" for side in home)


def _roll(state: State, outcome: str) -> tuple[State, tuple[Event, ...]]:
    """Throw the dice, and list the moves that the roll allows."""
    rules, pieces, turn, _, light, dark, _, _ = state
    rule_set = RULE_SETS[rules]
    roll = rule_set.rolls.get(outcome)
    if roll is None:
        raise IllegalMove(f"The dice cannot show {str(outcome)[:20]!r}.")
    own, other = (dark, light) if turn else (light, dark)
    sources = legal_sources(own, other, pieces, roll, rule_set)
    moves = _LOW[sources & 255] + _HIGH[sources >> 8] if sources else _PASS_ONLY
    rolled = State(rules, pieces, turn, roll, light, dark, moves, _SEAT_ACTS[turn])
    return rolled, _ROLLED[turn][roll]


def _move(state: State, move: str) -> tuple[State, tuple[Event, ...]]:
    """Move a piece or pass, and hand the dice on unless there is another roll."""
    rules, pieces, turn, roll, light, dark, legal, _ = state
    if move not in legal:
        raise IllegalMove(_why_illegal(state, move))
    if move == PASS:
        passed = State(rules, pieces, 1 - turn, NOT_ROLLED, light, dark, (), _CHANCE_ACTS)
        return passed, _PASSED[turn][roll]
    rule_set = RULE_SETS[rules]
    source = _SOURCES[move]
    own, other = (dark, light) if turn else (light, dark)
    own, left = apply_move(own, other, source, roll, rule_set)
    captured = left != other
    events = (_MOVED[rules][turn, source, roll][captured],)
    light, dark = (left, own) if turn else (own, left)
    if own >> rule_set.off == pieces:
        over = State(rules, pieces, turn, NOT_ROLLED, light, dark, (), _OVER)
        return over, (*events, _WON[turn])
    if not (rule_set.rosette_mask >> source + roll & 1 or (captured and rule_set.capture_rolls)):
        turn = 1 - turn
    return State(rules, pieces, turn, NOT_ROLLED, light, dark, (), _CHANCE_ACTS), events


def _why_illegal(state: State, move: str) -> str:
    """Return one sentence on a move that cannot be played."""
    known = ", ".join(state.moves)
    if move == PASS:
        return f"Passing is not allowed while there is a move; play one of {known}."
    return f"{str(move)[:20]!r} cannot be played with a roll of {state.roll}; play one of {known}."


GAME = Ur()


def captures(state: State, move: str) -> bool:
    """Return whether a legal move other than a pass takes a piece."""
    hits = state.rule_set.hits[int(move) + state.roll]
    return bool(state.side(1 - state.turn) & hits)


def describe_move(state: State, move: str) -> str:
    """Return a legal move for a person, such as "start to 3" or "7 to 9, captures"."""
    if move == PASS:
        return "pass"
    rule_set, source = state.rule_set, int(move)
    target = source + state.roll
    start = "start" if source == 0 else str(source)
    if target == rule_set.off:
        return f"{start} to off"
    captured = captures(state, move)
    again = ", rolls again" if rule_set.rolls_again(target, captured) else ""
    return f"{start} to {target}{', captures' if captured else ''}{again}"


def position(
    rules: str, pieces: int, turn: int, sides: Sequence[tuple[Sequence[int], int]]
) -> State:
    """Return a state before `turn` rolls, from each side's (squares, pieces off), light first.

    Raises `BadPosition` for what the `rules` cannot have; a finished game is one of these.
    """
    rule_set = RULE_SETS[rules]
    codes = []
    for name, (squares, off) in zip(SIDES, sides, strict=True):
        codes.append(_checked_side(name, squares, off, pieces, rule_set))
    both = squares_of(codes[LIGHT] & rule_set.facing(codes[DARK]), rule_set)
    if both:
        where = f"{both[0]}"
        if rule_set.across[both[0]] != both[0]:
            where += f" of light, {rule_set.across[both[0]]} of dark"
        raise BadPosition(f"Both sides stand on the shared square {where}; move one of them.")
    return State(rules, pieces, turn, NOT_ROLLED, codes[0], codes[1], (), _CHANCE_ACTS)


def _checked_side(
    name: str, squares: Sequence[int], off: int, pieces: int, rule_set: RuleSet
) -> int:
    """Return a side as one number; raises `BadPosition`."""
    if any(not 1 <= square < rule_set.off for square in squares):
        raise BadPosition(f"The squares of {name} must lie in 1..{rule_set.off - 1}.")
    if len(set(squares)) != len(squares):
        raise BadPosition(f"Two pieces of {name} stand on one square; move one of them.")
    if off < 0 or len(squares) + off > pieces:
        raise BadPosition(f"{name.capitalize()} has more pieces than the {pieces} of the game.")
    if off == pieces:
        raise BadPosition(f"All pieces of {name} are off, so the game is over.")
    return sum(1 << square for square in squares) + (off << rule_set.off)


def to_line(state: State) -> str:
    """Return a position as one line of text, such as "finkel 7 / light 3 8 off 2 / dark off 0 /
    light 2".

    It holds rules and pieces, each side's squares and pieces off, and whose turn it is, with the
    roll if it was thrown. `from_line` reads it.
    """
    sides = [
        " ".join([name, *map(str, state.squares(seat)), "off", str(state.off(seat))])
        for seat, name in enumerate(SIDES)
    ]
    roll = "" if state.roll == NOT_ROLLED else f" {state.roll}"
    return " / ".join((f"{state.rules} {state.pieces}", *sides, f"{SIDES[state.turn]}{roll}"))


_LINE: Final = re.compile(
    r"(?P<rules>[a-z]+) (?P<pieces>[1-7]) ?/ ?light(?P<light>(?: \d{1,2})*) off (?P<out>\d) ?/ ?"
    r"dark(?P<dark>(?: \d{1,2})*) off (?P<away>\d) ?/ ?(?P<turn>light|dark)(?: (?P<roll>\d))?"
)
EXAMPLE: Final = "finkel 7 / light 3 8 off 2 / dark off 0 / light"


def from_line(text: str) -> State:
    """Return the position in a line of `text` (see `to_line`); raises `BadPosition`."""
    line = " ".join(text.lower().split())
    found = _LINE.fullmatch(line) if len(line) <= 200 else None
    if found is None or found["rules"] not in RULE_SETS:
        raise BadPosition(f"This is no position; one looks like this: {EXAMPLE}.")
    sides = [
        ([int(square) for square in found[name].split()], int(found[out]))
        for name, out in (("light", "out"), ("dark", "away"))
    ]
    state = position(found["rules"], int(found["pieces"]), SIDES.index(found["turn"]), sides)
    if found["roll"] is None:
        return state
    if found["roll"] not in state.rule_set.rolls:
        raise BadPosition(f"The dice of {found['rules']} cannot show a {found['roll']}.")
    return _roll(state, found["roll"])[0]


class Perft(NamedTuple):
    """Counts over all sequences of some number of plies; a ply is a roll and a move or forced pass.

    `moves`, `passes`, `captures`, `extra_rolls` and `bear_offs` count last plies. The distinct
    counts are of (position, side, roll, move) at the last ply and of the position after it.
    """

    paths: int
    moves: int
    passes: int
    captures: int
    extra_rolls: int
    bear_offs: int
    distinct_state_roll_move: int
    distinct_result_states: int


def perft(rules: str, pieces: int, depth: int) -> Perft:
    """Count every sequence of `depth` plies from the start, by `rules` with `pieces` pieces.

    See `Perft`.
    """
    frontier = {GAME.new({"rules": rules, "pieces": pieces}): 1}
    counts = Perft(1, 0, 0, 0, 0, 0, 0, 1)
    for _ in range(depth):
        frontier, counts = _perft_ply(frontier)
    return counts


def _perft_ply(frontier: dict[State, int]) -> tuple[dict[State, int], Perft]:
    """Return all states one ply on, each with the number of sequences that lead there."""
    reached: dict[State, int] = {}
    kinds = dict.fromkeys(("pass", "capture", "extra_roll", "off"), 0)
    paths = choices = 0
    for state, count in frontier.items():
        for outcome, _ in GAME.chance(state):
            rolled, _ = GAME.apply(state, {CHANCE: outcome})
            for move in rolled.moves:
                after, events = GAME.apply(rolled, {rolled.turn: move})
                reached[after] = reached.get(after, 0) + count
                paths += count
                choices += 1
                kinds["pass"] += count * (move == PASS)
                for kind in ("capture", "extra_roll", "off"):
                    kinds[kind] += count * bool(events[0].data.get(kind))
    rest = (kinds["capture"], kinds["extra_roll"], kinds["off"], choices, len(reached))
    return reached, Perft(paths, paths - kinds["pass"], kinds["pass"], *rest)
