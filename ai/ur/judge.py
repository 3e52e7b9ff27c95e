"""The judge: a watcher of Ur that knows each side's chance to win, and separates luck from skill.

It values positions by the best evaluator there is for a game: a solved table of this machine or of
the arcade, else the network (Finkel's rules), else `linear+` (Schultz's), else the race alone (all
other rules); `exact` is True if the values are those of perfect play by both. A roll changes the
roller's chance: that is *luck*. A choice can at best keep that chance; its loss against the best
move is its *cost*. Both are differences of win probabilities, as backgammon's analysts use them.

The race is a win probability from the progress of both sides, for any rule set. The lead is the sum
of the own squares less the sum of the other's; the side to roll is `TEMPO` squares better than
that; the log odds are = STEEPNESS * (lead + TEMPO) / sqrt(squares that both have still to go)

because the spread of the throws that are left grows with the root of their number. The two
constants are fitted by maximum likelihood to 1.2 million positions of games of 1 to 7 pieces of
Blitz, Masters and Aseb between players of square values; in each tenth of the probabilities the
share of games that were won then differs by at most 2 points from the fit. `RaceTable` looks one
roll ahead with it, so that pieces in danger count as such. Against solved games (Blitz of 5 pieces,
Masters and Aseb of 4) it is off by 6 to 8 points on average in the positions of games between
greedy players.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from ai.core import Agent
from ai.ur.linear import FITTED_RULES, LINEAR, LinearPlus, logistic
from ai.ur.net import NET, NET_RULES, NetTable
from ai.ur.table import DamagedTable, NoTable, WinTable, best_after_roll, find_table, roll_bars
from ai.ur.values import TIE, bits, candidates, probabilities
from games.agents import WIN_CHANCE, Advice, Judged, Weighed
from games.arrays import BadWeights
from games.core import CHANCE, Event, Game
from games.mind import Bars, Lines, Mind, Note, Series
from games.spec import Params
from games.streams import Stream
from games.ur.asks import JudgedStep
from games.ur.rules import (
    GAME,
    LIGHT,
    PASS,
    RULE_SETS,
    RuleSet,
    State,
    apply_move,
    describe_move,
    legal_sources,
)

STEEPNESS: Final = 0.42
TEMPO: Final = 1.6
"""Both were fitted by maximum likelihood; see the module for the games."""
_NEAR: Final = tuple(sum(bits(mask)) for mask in range(256))
_FAR: Final = tuple(sum(bits(mask << 8)) for mask in range(512))
"""The squares of the pieces in the lower byte of a side, and in the nine bits above, added up."""


def progress(side: int, rule_set: RuleSet) -> int:
    """Return the squares that the pieces of a `side` have come, added up, on the path of a
    `rule_set`.
    """
    board = side & rule_set.board
    return _NEAR[board & 255] + _FAR[board >> 8] + rule_set.off * (side >> rule_set.off)


def race(own: int, other: int, pieces: int, rule_set: RuleSet) -> float:
    """Return the win probability of the side `own`, which is to roll, by its lead over `other`
    alone.

    The game is one of `pieces` pieces by a `rule_set`.
    """
    if own >> rule_set.off == pieces or other >> rule_set.off == pieces:
        return float(own >> rule_set.off == pieces)
    done, done_other = progress(own, rule_set), progress(other, rule_set)
    left = 2 * pieces * rule_set.off - done - done_other
    return logistic(STEEPNESS * (done - done_other + TEMPO) / math.sqrt(left))


class RaceTable(WinTable):
    """The race after the next roll's best move, in the place of a solved table."""

    solved = False

    def __init__(self, rule_set: RuleSet, pieces: int) -> None:
        super().__init__(rule_set, pieces, 1)
        self.ties = TIE
        self._dice = probabilities(rule_set)

    def value(self, own: int, other: int, pieces: int) -> float:
        """Return the estimated win probability of `own`, to roll, against `other`, by `pieces`."""
        rule_set = self.rule_set
        if own >> rule_set.off == pieces or other >> rule_set.off == pieces:
            return float(own >> rule_set.off == pieces)
        total = 0.0
        for roll, probability in self._dice:
            sources = legal_sources(own, other, pieces, roll, rule_set)
            if not sources:
                total += probability * (1.0 - race(other, own, pieces, rule_set))
                continue
            best = max(self._after(own, other, at, roll, pieces) for at in bits(sources))
            total += probability * best
        return total

    def _after(self, own: int, other: int, source: int, roll: int, pieces: int) -> float:
        """Return the race after a move."""
        after, left = apply_move(own, other, source, roll, self.rule_set)
        if self.rule_set.rolls_again(source + roll, left != other):
            return race(after, left, pieces, self.rule_set)
        return 1.0 - race(left, after, pieces, self.rule_set)


SHOWN: Final = 400
"""The mind shows the last so many values."""


class GuessedTable(WinTable):
    """A function that guesses win probabilities, used like a table."""

    solved = False

    def __init__(
        self, rule_set: RuleSet, pieces: int, guess: Callable[[int, int, int], float]
    ) -> None:
        super().__init__(rule_set, pieces, 1)
        self.ties = TIE
        self._guess = guess

    def value(self, own: int, other: int, pieces: int) -> float:
        """Return the guessed win probability of `own`, to roll, against `other`, by `pieces`."""
        if own >> self.rule_set.off == pieces or other >> self.rule_set.off == pieces:
            return float(own >> self.rule_set.off == pieces)
        return self._guess(own, other, pieces)


class Evaluator(NamedTuple):
    """A valuer of positions, its name, and a sentence on a better one that is lost ("" if none).

    A better one is *lost* if its file is missing or damaged.
    """

    table: WinTable
    source: str
    lost: str = ""


def find_evaluator(rules: str, pieces: int) -> Evaluator:
    """Return the best evaluator there is for a game by `rules` with `pieces` a side."""
    rule_set = RULE_SETS[rules]
    candidates: list[tuple[Callable[[], WinTable], str]] = [
        (lambda: find_table(rules, pieces), "the solved game")
    ]
    if rules == NET_RULES:
        yours = "the network that you trained" if NET.trained else "the network"
        candidates.append((lambda: NetTable(rule_set, pieces), yours))
    if rules in FITTED_RULES:
        guess = partial(GuessedTable, rule_set, pieces)
        yours = "linear+ as you trained it" if LINEAR.trained else "linear+"
        candidates.append((lambda: guess(_linear(rules, pieces)), yours))
    lost = ""
    for make, source in candidates:
        try:
            return Evaluator(make(), source, lost)
        except BadWeights as problem:
            if isinstance(problem, DamagedTable) or not isinstance(problem, NoTable):
                lost = lost or str(problem)
    return Evaluator(RaceTable(rule_set, pieces), "the race", lost)


def _linear(rules: str, pieces: int) -> Callable[[int, int, int], float]:
    agent = LinearPlus()
    agent.begin((LIGHT,), GAME, {"rules": rules, "pieces": pieces}, Stream.named(0, "judge"))
    return lambda own, other, pieces: logistic(agent.log_odds(own, other))


class Judge(Agent):
    """A watcher of a game; `steps` are its turns and `first` light's chances before them."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int], Evaluator] = {}
        self.steps: list[JudgedStep] = []
        self.first = 0.5

    def prepare(self, rules: str, pieces: int) -> None:
        """Find the evaluator of a game by `rules` and `pieces`, which may take a moment, for `use`.

        Any number of threads may do so at the same time.
        """
        self._known[rules, pieces] = find_evaluator(rules, pieces)

    def use(self, rules: str, pieces: int) -> None:
        """Value the game by these `rules` with this number of `pieces` from now on."""
        if (rules, pieces) not in self._known:
            self.prepare(rules, pieces)
        self.table, self.source, self.lost = self._known[rules, pieces]

    @property
    def exact(self) -> bool:
        """True if the values come from perfect play by both sides."""
        return self.table.solved

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Watch a new game."""
        super().begin(seats, game, params, rng)
        self.use(str(params["rules"]), int(params["pieces"]))
        self._state = GAME.new(params)
        self.steps = []
        self.first = self.worth(self._state)

    def worth(self, state: State) -> float:
        """Return Light's win probability under best play, before or after a roll, or at the end."""
        if not state.acting:
            return float(state.turn == LIGHT)
        if state.acting == (CHANCE,):
            own, other = state.side(state.turn), state.side(1 - state.turn)
            value = self.table.value(own, other, state.pieces)
        else:
            value = best_after_roll(self.table, state)
        return value if state.turn == LIGHT else 1.0 - value

    def scores(self, state: State) -> list[float]:
        """Return the mover's win probability after each legal move of a rolled state."""
        if state.moves == (PASS,):
            return [best_after_roll(self.table, state)]
        own, other = state.side(state.turn), state.side(1 - state.turn)
        after, roll, pieces = self.table.after, state.roll, state.pieces
        return [after(own, other, int(move), roll, pieces) for move in state.moves]

    def observe(self, events: Sequence[Event]) -> None:
        """Follow the game."""
        for event in events:
            if event.kind == "roll":
                self._advance("roll", {CHANCE: str(event.data["roll"])})
            elif event.kind == "move":
                self._advance("move", {self._state.turn: str(event.data["from"])})
            elif event.kind == "pass":
                self._advance("move", {self._state.turn: PASS})

    def _advance(self, kind: str, moves: dict[int, str]) -> None:
        before = self._state
        light = self.steps[-1].light if self.steps else self.first
        best, scores = "", list[float]()
        if kind == "move":
            scores = self.scores(before)
            best = before.moves[max(range(len(scores)), key=scores.__getitem__)]
        self._state, _ = GAME.apply(before, moves)
        now = self.worth(self._state)
        change = (now - light) * (1.0 if before.turn == LIGHT else -1.0)
        move = next(iter(moves.values()))
        told = JudgedStep(kind, before.turn, now, change, move, best, before, tuple(scores))
        self.steps.append(told)

    def judge(self, state: State, seat: int, move: str, seed: int = 0) -> Judged:
        """Judge a choice by the values of its moves; a forced move loses nothing."""
        return Judged.of(seat, move, WIN_CHANCE, self._actions(state))

    def hint(self, view: State, seed: int = 0) -> Advice:
        """Return the legal moves of a rolled `view`, best first, and by how much the best leads."""
        actions = self._actions(view)
        told = f"{actions[0].words[:1].upper()}{actions[0].words[1:]}"
        if len(actions) == 1:
            return Advice(f"{told}: there is nothing else.", actions)
        ahead = WIN_CHANCE.words(actions[0].value - actions[1].value)
        return Advice(f"{told}: it wins {ahead} more than {actions[1].words}.", actions)

    def _actions(self, state: State) -> tuple[Weighed, ...]:
        """Return the legal moves of a rolled state with the mover's chances to win, best first."""
        rows = zip(state.moves, self.scores(state), strict=True)
        found = (Weighed(move, describe_move(state, move), value) for move, value in rows)
        return tuple(sorted(found, key=lambda one: -one.value))

    def luck(self, seat: int) -> float:
        """Return the change in a seat's win probability by all dice."""
        return self._sum("roll", seat)

    def skill(self, seat: int) -> float:
        """Return the change in a seat's win probability by all choices: the other's costs less its
        own.
        """
        return self._sum("move", seat)

    def _sum(self, kind: str, seat: int) -> float:
        return sum(
            step.change if step.seat == seat else -step.change
            for step in self.steps
            if step.kind == kind
        )

    def candidates(self, state: State, title: str) -> Lines:
        """Return the legal moves of a rolled `state` with their win probabilities, best first.

        The lines stand under a `title`.
        """
        scores = self.scores(state)
        best = max(range(len(scores)), key=scores.__getitem__)
        return candidates(state, scores, best, title, "%")

    def rolls(self, state: State) -> Bars:
        """Return the value of each roll to the side that is to roll."""
        return roll_bars(self.table, state, state.turn)

    def mind(self) -> Mind:
        """Return the course of the game."""
        values = (self.first, *(step.light for step in self.steps))
        told = "Values of perfect play." if self.exact else f"Estimated by {self.source}."
        told += f" {self.lost}" if self.lost else ""
        return (Series("Blue wins", values[-SHOWN:], "%", 0.5), Note(told))
