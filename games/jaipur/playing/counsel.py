"""The counsel of a person: the own odds, and a hint, both from the knowledge of the own seat alone.

The odds follow from counting and come at once. A hint weighs moves in imagined rounds, in a thread,
so that no frame waits for it: first a sentence, then the three best moves with their differences.
"""

from __future__ import annotations

import threading
from typing import Final, cast

from games import catalog
from games.agents import Advice, Weighed
from games.jaipur.asks import Adviser
from games.jaipur.marks import NO_MARKS, Marks
from games.jaipur.rules.moves import in_short, parse
from games.jaipur.rules.state import View
from games.mind import Bars, Mind, Note

SENTENCE, MOVES = "sentence", "moves"
THINKING: Final = "A hint is thought over ..."
ODDS_CAPTION, MOVES_CAPTION = "Your own odds", "The hint"


class Counsel:
    """The counsel of one person at a time.

    `showing` is the open part of a hint, "" for none, and `odds` is True while the own odds are
    open. `asked` counts the hints of this match.
    """

    def __init__(self) -> None:
        self.adviser = cast(Adviser, catalog.watcher("jaipur", "adviser"))
        self.showing = ""
        self.odds = False
        self.asked = 0
        self._over = NO_MARKS
        self._view: View | None = None
        self._advice: Advice | None = None
        self._thread: threading.Thread | None = None

    def forget(self) -> None:
        """The turn is over: a hint was for it alone."""
        self.showing = ""

    def toggle_odds(self) -> None:
        """Open the own odds, or close them; the sentence of a hint stays."""
        self.odds = not self.odds
        self.showing = SENTENCE if self.showing else ""

    @property
    def caption(self) -> str:
        """The caption over the mind view, "" where it is left to others."""
        return ODDS_CAPTION if self.odds else MOVES_CAPTION if self.showing == MOVES else ""

    def hint(self, view: View, marks: Marks = NO_MARKS) -> None:
        """Ask for a hint for a `view` with these `marks`; for more of it; or close it."""
        self._over = marks
        if self.showing == SENTENCE:
            self.showing, self.odds = MOVES, False
            return
        if self.showing == MOVES:
            self.showing = ""
            return
        self.showing = SENTENCE
        if self._view != view:
            self._view, self._advice = view, None
            self.asked += 1
            self._thread = threading.Thread(target=self._think, args=(view,), daemon=True)
            self._thread.start()

    def _think(self, view: View) -> None:
        advice = self.adviser.hint(view)
        if self._view == view:
            self._advice = advice

    def wait(self) -> None:
        """Come back when the hint is there."""
        if self._thread is not None:
            self._thread.join()

    @property
    def thinking(self) -> bool:
        """True while a hint is on its way."""
        return bool(self.showing) and self._advice is None

    @property
    def best(self) -> str:
        """The move that the hint on show names, "" where none does."""
        return self._advice.actions[0].move if self.showing and self._advice else ""

    @property
    def words(self) -> str:
        """The hint in a sentence, "" where none is open."""
        if not self.showing:
            return ""
        return THINKING if self._advice is None else f"Hint: {self._advice.sentence}"

    def on_top(self, marks: Marks) -> bool:
        """Return whether a hint stands in the line: over no marks, or over the marks of the
        question.
        """
        return bool(self.words) and (marks.empty or marks == self._over)

    def mind(self, view: View) -> Mind:
        """Return the items for the mind view, () where it is left to others."""
        if self.odds:
            return self.adviser.odds(view)
        if self.showing != MOVES:
            return ()
        return (Note(THINKING),) if self._advice is None else _weighed(self._advice)


def _short(weighed: Weighed) -> str:
    found = parse(weighed.move)
    return weighed.words if found is None else in_short(found)


def _weighed(advice: Advice) -> Mind:
    """The three best moves with their chances, and what each lacks beside the best."""
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
