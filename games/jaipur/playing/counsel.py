"""The counsel of a person: the own odds, and a hint, both from the knowledge of the own seat alone.

The odds follow from counting and come at once. A hint weighs moves in imagined rounds, in a thread,
so that no frame waits for it: first a sentence, then the three best moves with their differences.
"""

from __future__ import annotations

from typing import Final, cast

from games import catalog
from games.agents import Advice, Weighed
from games.jaipur.asks import Adviser
from games.jaipur.marks import NO_MARKS, Marks
from games.jaipur.rules.moves import in_short, parse
from games.jaipur.rules.state import View
from games.mind import Bars, Mind, Note
from games.shell.counsel import ALL, SENTENCE, THINKING, Counsel

ODDS_CAPTION: Final = "Your own odds"
MOVES_CAPTION: Final = "The hint"


class AdviserHints(Counsel[View, Advice]):
    """The hints of a match, and `odds`: whether the own odds are open."""

    def __init__(self) -> None:
        self.adviser = cast(Adviser, catalog.watcher("jaipur", "adviser"))
        super().__init__(lambda view: self.adviser.hint(view))
        self.odds = False
        self._over = NO_MARKS

    def toggle_odds(self) -> None:
        """Open the own odds, or close them; the sentence of a hint stays."""
        self.odds = not self.odds
        self.showing = SENTENCE if self.showing else ""

    @property
    def caption(self) -> str:
        """The caption of the mind view, "" where it is left to others."""
        return ODDS_CAPTION if self.odds else MOVES_CAPTION if self.showing == ALL else ""

    def hint(self, view: View, marks: Marks = NO_MARKS) -> None:
        """Open a hint for a `view` with these `marks`, or more of it, or close it."""
        self._over = marks
        super().hint(view)
        self.odds = self.odds and self.showing != ALL

    @property
    def best(self) -> str:
        """The move that the hint on show names, "" where none does."""
        return self.answer.actions[0].move if self.showing and self.answer else ""

    @property
    def words(self) -> str:
        """The hint in a sentence, "" where none is open."""
        if not self.showing:
            return ""
        return THINKING if self.answer is None else f"Hint: {self.answer.sentence}"

    def on_top(self, marks: Marks) -> bool:
        """Return whether a hint stands in the line: over no marks, or over the question's."""
        return bool(self.words) and (marks.empty or marks == self._over)

    def mind(self, view: View) -> Mind:
        """Return the items for the mind view, () where it is left to others."""
        if self.odds:
            return self.adviser.odds(view)
        if self.showing != ALL:
            return ()
        return (Note(THINKING),) if self.answer is None else _weighed(self.answer)


def _short(weighed: Weighed) -> str:
    found = parse(weighed.move)
    return weighed.words if found is None else in_short(found)


def _weighed(advice: Advice) -> Mind:
    """Return the three best moves with their chances, and what each lacks beside the best."""
    moves = advice.actions
    bars = Bars(
        "Your chance to win the round",
        tuple(_short(move) for move in moves),
        tuple(move.value for move in moves),
        chosen=0,
        low=tuple(max(0.0, move.value - 2 * move.error) for move in moves),
        high=tuple(min(1.0, move.value + 2 * move.error) for move in moves),
        help="In imagined rounds that agree with all you know; the light band is its error.",
    )
    less = tuple(
        Note(
            f"Before \N{LEFT DOUBLE QUOTATION MARK}{move.words}\N{RIGHT DOUBLE QUOTATION MARK}, "
            f"the best move {move.less}."
        )
        for move in moves
        if move.less
    )
    return (Note(advice.sentence), bars, *less)
