"""Expectimax for Ur: the search that knows extra rolls, captured pieces and the end of the game.

The own move is ply 1; every later roll is a ply, also one that passes; a rosette keeps the turn,
and so does a capture where the rules have it so.
A position is worth the own square values minus the opponent's, which with the values of
`ai.ur.values.ADVANCEMENT` is the advancement, and a finished game is worth plus or minus `EXTREME`,
or, in the plain variant, its advancement like any other. The panda leaves out the rolls 0 and 4
above ply 3 and scales the others by 16/14, which brings their weights to 1 with four coins and with
Masters' three. Sources: the three are the searches of an analysis of the 7-piece game; expectimax
is Michie, "Game-playing and game-learning automata" (1966).

Values are float64 from the mover's side. Positions that come up again are looked up, and the last
ply of a position is looked up by what can move and what can be captured alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from ai.ur.values import (
    Dice,
    UrAgent,
    Values,
    candidates,
    expected_gain,
    first_best,
    in_order,
    plies_in_words,
    probabilities,
    score,
    stretch,
)
from games.core import CHANCE, Limit
from games.mind import Bars, Lines, Mind, Note
from games.spec import Params
from games.streams import Stream
from games.ur.rules import GAME, PASS, RuleSet, State, describe_move

EXTREME: Final = 1e6
"""What a win is worth: beyond every advancement. The analysis of the 7-piece game has it so."""
_LARGEST_MEMORY: Final = 400_000
"""Positions remembered at most; chosen by hand, to bound the memory."""
_COMPLETE: Final = 3
"""The last ply in which the panda looks at all rolls; so in the analysis of the 7-piece game."""
_SURE: Final = 0.9995
"""Chances that round to 100.0% are called a win; so are their opposites a loss."""
ODDS_HELP: Final = "A percentage is the chance to win within these plies, less that to lose."


class OutOfBudget(Exception):
    """The search has used up its nodes or its seconds."""


class Budget:
    """A limit of inner nodes (positions whose rolls are opened up) and of seconds."""

    def __init__(self, limit: Limit) -> None:
        self.nodes = float("inf") if limit.nodes is None else limit.nodes
        seconds = float("inf") if limit.seconds is None else limit.seconds
        self.deadline = time.monotonic() + seconds
        self.used = 0

    def spend(self) -> None:
        """Count one node; raises `OutOfBudget`."""
        self.used += 1
        if self.used > self.nodes:
            raise OutOfBudget
        if self.used & 255 == 0 and time.monotonic() > self.deadline:
            raise OutOfBudget


def dice_by_rest(rule_set: RuleSet, plies: int, style: str) -> list[Dice]:
    """Return the rolls of a `rule_set` that a search of `plies` opens up, by the plies that are
    left.

    In the `style` "panda" those above ply 3 lack 0 and 4. The first of the list is never thrown.
    """
    dice = probabilities(rule_set)
    later = tuple((roll, p * 16 / 14) for roll, p in dice if 0 < roll < 4)
    found = [later if style == "panda" else dice] * plies
    for ply in range(2, min(plies, _COMPLETE) + 1):
        found[plies - ply + 1] = dice
    return found


class PlySearch:
    """A search of `plies` plies, the own move among them; remembers positions between calls."""

    def __init__(
        self, rule_set: RuleSet, pieces: int, values: Values, plies: int, style: str = ""
    ) -> None:
        self.rule_set = rule_set
        self.pieces = pieces
        self.values = values
        self.plies = plies
        self.extremes = style != "plain"
        self.budget = Budget(Limit())
        self.report: Callable[[float], None] | None = None
        self._dice = dice_by_rest(rule_set, plies, style)
        self._last: dict[int, float] = {}
        self._seen: dict[tuple[int, int, int], float] = {}

    def forget(self, all_positions: bool = False) -> None:
        """Make room where much is remembered, or of `all_positions` that cost nodes to open up."""
        if all_positions or len(self._seen) > _LARGEST_MEMORY:
            self._seen.clear()
        if len(self._last) > _LARGEST_MEMORY:
            self._last.clear()

    def child(self, own: int, other: int, source: int, roll: int, worth: float, rest: int) -> float:
        """Return the value, for the mover `own`, of moving from `source` by `roll` against `other`.

        `worth` scores the position before it; `rest` plies are left.
        """
        rule_set, values = self.rule_set, self.values
        place = source + roll
        own += (1 << place) - (1 << source if source else 0)
        worth += values[place] - values[source]
        hit = other & rule_set.hits[place]
        if hit:
            other -= hit
            worth += values[rule_set.across[place]] - values[0]
        if own >> rule_set.off == self.pieces:
            return EXTREME if self.extremes else worth
        if rule_set.rosette_mask >> place & 1 or (hit and rule_set.capture_rolls):
            return self.expected(own, other, worth, rest)
        return -self.expected(other, own, -worth, rest)

    def expected(self, own: int, other: int, worth: float, rest: int) -> float:
        """Return the value of a position for the side `own`, which is to roll, with `rest` plies
        left.

        `other` is the opponent's side, `worth` what scores the position now.
        """
        if rest <= 1:
            return self._last_ply(own, other, worth) if rest else worth
        key = (own, other, rest)
        known = self._seen.get(key)
        if known is None:
            self.budget.spend()
            known = sum(p * value for _, p, value in self.rolls(own, other, worth, rest))
            self._seen[key] = known
        return known

    def rolls(
        self, own: int, other: int, worth: float, rest: int
    ) -> list[tuple[int, float, float]]:
        """Return each roll with its probability and the value of the best move after it.

        `own` is to roll against `other`, with `rest` plies left; `worth` is what scores the
        position now.
        """
        rule_set, off = self.rule_set, self.rule_set.off
        board = own & rule_set.board
        sources = board | (board.bit_count() + (own >> off) < self.pieces)
        space = (rule_set.board | 1 << off) & ~(board | other & rule_set.safe_mask)
        passed: float | None = None
        values = []
        for roll, probability in self._dice[rest]:
            free = (sources << roll & space) >> roll
            if not free and passed is None:
                passed = -self.expected(other, own, -worth, rest - 1)
            best = -1e300 if free else passed or 0.0
            while free:
                low = free & -free
                free ^= low
                value = self.child(own, other, low.bit_length() - 1, roll, worth, rest - 1)
                if value > best:
                    best = value
            values.append((roll, probability, best))
            if rest == self.plies - 1 and self.report is not None:
                self.report(len(values) / len(self._dice[rest]))
        return values

    def _last_ply(self, own: int, other: int, worth: float) -> float:
        """Return the value with one ply left, where only the best gain of each roll matters."""
        board, off = own & self.rule_set.board, own >> self.rule_set.off
        if self.extremes and self.pieces - off == 1:
            return self._last_piece(board, other, worth)
        sources = board | (board.bit_count() + off < self.pieces)
        targets = self.rule_set.facing(other)
        key = sources | targets << self.rule_set.off
        gain = self._last.get(key)
        if gain is None:
            values = self.values
            dice = self._dice[1]
            gain = expected_gain(sources, targets, values, values[0], self.rule_set, dice)
            self._last[key] = gain
        return worth + gain

    def _last_piece(self, board: int, other: int, worth: float) -> float:
        """Return one ply left and one piece left: the exact roll wins."""
        rule_set, values = self.rule_set, self.values
        sources = board or 1
        targets = rule_set.facing(other)
        total = 0.0
        for roll, probability in self._dice[1]:
            if sources << roll == 1 << rule_set.off:
                total += probability * EXTREME
            else:
                dice = ((roll, 1.0),)
                gain = expected_gain(sources, targets, values, values[0], rule_set, dice)
                total += probability * (worth + gain)
        return total


class Expectimax(UrAgent):
    """Plays the move with the highest expected value after `plies` plies.

    With a limit of nodes or seconds the search deepens ply by ply, and the deepest one that was
    finished decides. How deep a limit of nodes lets it look depends on the position alone: what
    was remembered from earlier turns, which costs no nodes, is forgotten first. `progress`, where
    it is set, is called with the share of the rolls after the own moves that the deepest search has
    opened up.
    """

    def __init__(self, plies: int, values: Values, style: str = "") -> None:
        self.plies = plies
        self.values = self.given = values
        self.style = style
        self.progress: Callable[[float], None] | None = None

    def begin(self, seats: tuple[int, ...], game: object, params: Params, rng: Stream) -> None:
        """Take a seat and forget all positions."""
        super().begin(seats, game, params, rng)  # type: ignore[arg-type]
        self.values = stretch(self.given, self.rule_set)
        self._searches: dict[int, PlySearch] = {}

    def search(self, plies: int) -> PlySearch:
        """Return the search of `plies` plies, kept from turn to turn."""
        if plies not in self._searches:
            made = PlySearch(self.rule_set, self.pieces, self.values, plies, self.style)
            self._searches[plies] = made
        return self._searches[plies]

    def scores(self, state: State, limit: Limit) -> Sequence[float]:
        """Return the values of the legal moves, of the deepest search that the limit allows."""
        self.title = f"Expected value, {plies_in_words(self.plies)}"
        self._depth = self.plies
        if limit.nodes is None and limit.seconds is None:
            return self._search(state, self.plies, Budget(limit))
        if limit.nodes is not None:
            for search in self._searches.values():
                search.forget(all_positions=True)
        budget = Budget(limit)
        found = self._search(state, 1, budget)
        for plies in range(2, self.plies + 1):
            try:
                found = self._search(state, plies, budget)
            except OutOfBudget:
                self.title = f"Expected value, {plies - 1} of {self.plies} plies"
                self._depth = plies - 1
                break
        return found

    def _search(self, state: State, plies: int, budget: Budget) -> list[float]:
        """Return the values of the legal moves at one depth."""
        search = self.search(plies)
        search.forget()
        search.budget = budget
        own, other = state.side(state.turn), state.side(1 - state.turn)
        worth = score(own, other, self.pieces, self.values, self.rule_set)
        found: list[float] = []
        told = self.progress if plies == self.plies else None
        if told is not None:
            search.report = lambda share: told((len(found) + share) / len(state.moves))
        for move in state.moves:
            found.append(search.child(own, other, int(move), state.roll, worth, plies - 1))
            if told is not None:
                told(len(found) / len(state.moves))
        return found

    def reason(self, state: State, scores: Sequence[float], chosen: int) -> str:
        """Return how far it looked ahead, the move itself counted."""
        moves = "1 move" if self._depth == 1 else f"{self._depth} moves"
        return f"it came out best, {moves} deep"

    def picture(self, state: State, scores: Sequence[float], chosen: int) -> Mind:
        """Return the order of the moves."""
        return (in_order(state, scores, chosen),)

    def explain(self, state: State, scores: Sequence[float], chosen: int) -> Mind:
        """Return the candidates, what each next roll is worth after the chosen one, and
        best lines.
        """
        listed = candidates(state, scores, chosen, self.title)
        words = tuple(self.odds_words(value) for _, value in listed.rows)
        items: list[Bars | Lines | Note] = [
            replace(listed, words=words, help=ODDS_HELP if any(words) else "")
        ]
        after, _ = GAME.apply(state, {state.turn: state.moves[chosen]})
        if self.plies > 1 and after.acting:
            items += [self._roll_values(state, after), self._best_lines(state, scores)]
        return tuple(items)

    @property
    def _largest_advancement(self) -> float:
        """The largest advancement; what is larger is about winning."""
        return self.pieces * (max(self.values) - min(self.values))

    def odds_words(self, value: float) -> str:
        """Return the chance to win of a `value` beyond every advancement, in words; else ""."""
        if abs(value) <= self._largest_advancement:
            return ""
        share = value / EXTREME
        if abs(share) > _SURE:
            return "wins" if share > 0 else "loses"
        sign = "+" if share > 0 else "\N{MINUS SIGN}"
        return f"{sign}{max(1, round(100 * abs(share)))}%"

    def _roll_values(self, state: State, after: State) -> Bars:
        """Return the value, for the mover of `state`, of each roll after its move."""
        sign = 1.0 if after.turn == state.turn else -1.0
        own, other = after.side(after.turn), after.side(1 - after.turn)
        worth = score(own, other, self.pieces, self.values, self.rule_set)
        rolls = self.search(2).rolls(own, other, worth, 1)
        who = "my own next roll" if sign > 0 else "the opponent's roll"
        labels = tuple(str(roll) for roll, _, _ in rolls)
        values = [sign * value for _, _, value in rolls]
        words = tuple(self.odds_words(value) for value in values)
        most = self._largest_advancement
        worths = tuple(min(most, max(-most, value)) for value in values)
        return Bars(f"Value after {who}", labels, worths, unit="points", words=words)

    def _best_lines(self, state: State, scores: Sequence[float]) -> Lines:
        """Return each move with the best replies if every roll is a 2, the likeliest."""
        order = sorted(range(len(scores)), key=lambda i: (-scores[i], i))
        rows = tuple((self._line(state, state.moves[i]), scores[i]) for i in order)
        words = tuple(self.odds_words(value) for _, value in rows)
        return Lines("Lines if every roll is a 2", rows, chosen=0, words=words)

    def _line(self, state: State, move: str) -> str:
        words = [describe_move(state, move)]
        after, _ = GAME.apply(state, {state.turn: move})
        for _ in range(self.plies - 1):
            if not after.acting:
                break
            rolled, _ = GAME.apply(after, {CHANCE: "2"})
            reply = PASS
            if rolled.moves != (PASS,):
                reply = rolled.moves[first_best(self._search(rolled, 2, Budget(Limit())))]
            side = "light" if rolled.turn == 0 else "dark"
            words.append(f"{side} {describe_move(rolled, reply)}")
            after, _ = GAME.apply(rolled, {rolled.turn: reply})
        return "; ".join(words)
