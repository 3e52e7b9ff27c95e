"""The marking of cards by a person: by keys, by the arrows and a mark, by the pointer, or by a
gamepad.

`CardChoosing` holds the marks and the spot pointed at; it knows no rules beyond `Marks`, and plays
no move: it reports when the marked move shall be played.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.jaipur.marks import NO_MARKS, Marks, MarkTable, why_not_hand, why_not_place
from games.jaipur.rules.goods import CAMEL, GOODS
from games.shell.input import Press
from games.shell.widgets.cursor import ARROWS, Spots, nearest

PLAY: Final = "play"
"""What an action answers that plays what is marked."""
USED: Final = "used"
MARKET_WORDS: Final = ("first", "second", "third", "fourth", "fifth")
WATCHING: Final = {
    "right": "step",
    "left": "step_back",
    "camel_more": "faster",
    "camel_less": "slower",
}
"""The actions of the hand that change the pace while agents play alone."""
GO_ON: Final = ("confirm", "skip", "choice_1", "mark")
"""The actions that go on after the sum of a round."""
GIVE: Final = {f"give_{good}": good for good in GOODS}
GIVE_ALL: Final = {f"all_{good}": good for good in GOODS}


class CardChoosing:
    """The marks; `cursor` is the spot of the arrows, `hover` the spot of the mouse."""

    def __init__(self, play_sound: Callable[[str], object]) -> None:
        self._play_sound = play_sound
        self.marks, self.cursor, self.hover = NO_MARKS, "", ""

    def forget(self) -> None:
        """Remove all marks."""
        self.marks = NO_MARKS

    def mark(self, marks: Marks) -> None:
        """Have these marks."""
        if marks != self.marks:
            self._play_sound("press")
        self.marks = marks

    @property
    def pointed(self) -> str:
        """The spot that is pointed at, by the mouse or the arrows."""
        return self.hover or self.cursor

    # -- keys and pads -----------------------------------------------------------------

    def press(self, event: Press, table: MarkTable, spots: Spots) -> str:
        """Handle an action before this table: return `USED`, `PLAY`, or "" if it is not known."""
        if event.action in ARROWS:
            self.hover = ""
            self.cursor = nearest(self.cursor, event.action, spots)
            return USED
        if event.repeat:
            return ""
        if event.action.startswith("choice_"):
            number = int(event.action.removeprefix("choice_"))
            if event.device == "gamepad":
                return self._pad(number, table)
            if number <= len(table.stall):
                self.mark(self.marks.press_place(table, number - 1))
            return USED
        if event.action in GIVE:
            self.mark(self.marks.press_kind(table, GIVE[event.action]))
            return USED
        if event.action in GIVE_ALL:
            self.mark(self.marks.press_all(table, GIVE_ALL[event.action]))
            return USED
        return self._camels(event.action, table)

    def _camels(self, action: str, table: MarkTable) -> str:
        """Return camels of the market and of the own herd, and the mark under the cursor."""
        if action == "mark":
            return self.press_spot(self.cursor, table)
        if action == "caravan":
            self._press_camels(table)
        elif action in ("camel_more", "camel_less"):
            self.mark(self.marks.add_camels(table, 1 if action == "camel_more" else -1))
        else:
            return ""
        return USED

    def _pad(self, button: int, table: MarkTable) -> str:
        """Return the face buttons of a gamepad: play, unmark all, mark under the cursor, camels."""
        if button == 1:
            return PLAY
        if button == 3:
            return self.press_spot(self.cursor, table)
        if button == 2:
            self.mark(NO_MARKS)
        else:
            self._press_camels(table)
        return USED

    def _press_camels(self, table: MarkTable) -> None:
        """All camels of the market; where goods of it are marked, one more of the own herd."""
        if self.marks.places:
            self.mark(self.marks.add_camels(table, 1))
        else:
            self.mark(self.marks.press_caravan(table))

    # -- the pointer -------------------------------------------------------------------

    def press_spot(self, spot: str, table: MarkTable) -> str:
        """Mark or unmark what lies at a spot; the line plays what is marked."""
        name, _, rest = spot.partition(":")
        marks = self.marks
        if name == "line":
            return PLAY
        if name == "market":
            self.mark(marks.press_place(table, int(rest)))
        elif name == "hand":
            kind, number = rest.split(":")
            self.mark(marks.press_card(table, kind, int(number)))
        elif name == "herd":
            self.mark(marks.add_camels(table, 1))
        return USED

    # -- why not -----------------------------------------------------------------------

    def why_not(self, table: MarkTable) -> str:
        """Return why what is pointed at cannot be marked, in a sentence; "" where it can or is."""
        name, _, rest = self.pointed.partition(":")
        if name == "market":
            card = table.stall[int(rest)]
            marked = int(rest) in self.marks.places
            return "" if marked or not card else why_not_place(table, self.marks, card)
        if name == "hand":
            kind, number = rest.split(":")
            marked = int(number) < self.marks.given[GOODS.index(kind)]
            return "" if marked else why_not_hand(table, self.marks, kind)
        if name == "herd" and not self.marks.camels:
            return why_not_hand(table, self.marks, CAMEL)
        return ""
