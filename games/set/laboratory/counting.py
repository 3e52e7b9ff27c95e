"""The pane that counts: random tables or whole games, as many as one likes, while one watches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.set.laboratory.pane import LaboratoryPane, ReportPages, Room, game_key, many, one_in
from games.set.laboratory.plots import (
    ORIGINAL_NONE,
    ORIGINAL_THREE,
    Mark,
    draw_course,
    draw_histogram,
)
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import HEADING, NOTE, TEXT
from games.shell.widgets.basic import Button, Choice
from games.shell.widgets.form import Widget

WHAT: Final = ("Random tables", "Whole games")
DECKS: Final = (("full", "81 cards"), ("junior", "27 cards, junior"))
POLICIES: Final = (
    ("random", "Any set"),
    ("first", "The first one"),
    ("easiest", "The most alike"),
    ("yours", "As you see them"),
)
SAYS: Final = (
    "Each of the sets on the table is as likely to be taken.",
    "The first in the order of places, as a program does that looks from the left.",
    "The one that differs in the fewest features.",
    "Each with a chance by how fast you see its kind, as the mirror has learned.",
)
FEWEST: Final = 3
MOST: Final = {"full": 21, "junior": 12}
ROW: Final = 46.0  # units; chosen by eye
TOLD: Final = 300.0


class CountPane(LaboratoryPane):
    """Counts, and shows the histogram as it grows."""

    title = "Count"
    hint = "It counts in the background while you look at the other pages, and is kept."

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        self.running = False
        self.rate, self.by = 0.0, ""
        self.what = Choice("Count", WHAT, 0, self._changed)
        names = [name for _, name in DECKS]
        self.deck = Choice("Deck", names, 0, self._set_deck)
        self.cards = Choice("Cards", (), 0, self._changed)
        self._fill_cards(12)
        names = [name for _, name in POLICIES]
        self.policy = Choice("Taken is", names, 0, self._changed, SAYS[0])
        self.go = Button("Count", self.toggle, "main", "play")
        self.forget = Button("Anew", self._forget, icon="trash", hint="Forget it, begin anew.")

    # -- what is counted ---------------------------------------------------------------

    @property
    def games(self) -> bool:
        """True if whole games are counted."""
        return self.what.index == 1

    @property
    def key(self) -> str:
        """The name under which it is counted."""
        if self.games:
            return game_key(POLICIES[self.policy.index][0], self.room.weights)
        return f"random {DECKS[self.deck.index][0]} {FEWEST + self.cards.index}"

    @property
    def figures(self) -> ReportPages | None:
        """The count up to now."""
        return self.room.counts.get(self.key)

    def _fill_cards(self, cards: int) -> None:
        most = MOST[DECKS[self.deck.index][0]]
        self.cards.labels = [f"{number}" for number in range(FEWEST, most + 1)]
        self.cards.index = min(cards, most) - FEWEST

    def _set_deck(self, place: int) -> None:
        self._fill_cards(FEWEST + self.cards.index)
        self._changed(place)

    def _changed(self, place: int) -> None:
        self.policy.hint = SAYS[self.policy.index]
        self.rate = 0.0
        self.room.refresh()

    def toggle(self) -> None:
        """Count, or stop."""
        self.running = not self.running
        self.ask()
        self.room.refresh()

    def ask(self) -> None:
        """Have the next stretch counted, where one is wanted and none is under way."""
        if not self.running or self.waiting:
            return
        self.waiting = True
        if self.games:
            self.ask_games(POLICIES[self.policy.index][0])
        else:
            deck, cards = DECKS[self.deck.index][0], FEWEST + self.cards.index
            self.room.send(
                {"op": "run", "by_pane": self.title, "what": "random", "deck": deck, "cards": cards}
            )

    def _forget(self) -> None:
        self.running = False
        self.room.counts.pop(self.key, None)
        self.room.send({"op": "forget", "key": self.key})
        self.room.refresh()

    def take(self, reply: Mapping[str, Any]) -> None:
        """Take in a count."""
        if reply["op"] == "counted" and reply.get("by_pane") == self.title:
            self.waiting = False
            self.rate, self.by = float(reply["rate"]), str(reply["by"])
            self.ask()
        elif reply["op"] == "error":
            self.waiting = self.running = False

    # -- the pane ----------------------------------------------------------------------

    def widgets(self) -> Sequence[Widget]:
        """Return the controls: the subject of the count, and its button."""
        self.go.label = "Stop" if self.running else "Count"
        self.go.icon = "pause" if self.running else "play"
        self.forget.enabled = self.figures is not None
        chosen = (self.policy,) if self.games else (self.cards, self.deck)
        return (self.what, *chosen, self.go, self.forget)

    def place(self, box: Box) -> None:
        """Place choices above, the plots below, what was found beside them."""
        self.box = (x, y, w, _) = box
        third = (w - 32) / 3
        self.what.box = (x, y, third, 40)
        self.cards.box = (x + third + 16, y, third, 40)
        self.deck.box = (x + 2 * (third + 16), y, third, 40)
        self.policy.box = (x + third + 16, y, 2 * third + 16, 40)
        side = min(TOLD, w * 0.36)
        self.go.box = (x + w - side, y + ROW + 8, (side - 12) / 2, 48)
        self.forget.box = (x + w - (side - 12) / 2, y + ROW + 8, (side - 12) / 2, 48)

    def draw(self, canvas: Canvas) -> None:
        """Draw the histogram with exact lines, and the figures."""
        x, y, w, h = self.box
        side = min(TOLD, w * 0.36)
        plot = (x, y + ROW + 8, w - side - 28, h - ROW - 8)
        found = self.figures
        if self.games:
            self._draw_games(canvas, plot, found)
        else:
            self._draw_random(canvas, plot, found)
        self._draw_told(canvas, (x + w - side, y + ROW + 74, side, h - ROW - 74), found)

    def _draw_random(self, canvas: Canvas, box: Box, found: ReportPages | None) -> None:
        shares = _shares(found)
        marks = []
        if found is not None and found["exact"]["no_set"]:
            exact = found["exact"]["no_set"]
            marks = [Mark(0, 0, exact, f"exactly {100 * exact:.3g}%", "brass")]
        title = "Tables by the number of their sets"
        draw_histogram(canvas, box, shares, self.room.springs, marks, title)

    def _draw_games(self, canvas: Canvas, box: Box, found: ReportPages | None) -> None:
        x, y, w, h = box
        marks = (
            Mark(0, 0, ORIGINAL_NONE, "1 in 10.6", "brass"),
            Mark(3, 8, 0.3, f"{100 * ORIGINAL_THREE:.2f}% in all", "brass"),
        )
        shares = _shares(None if found is None else found["all"])
        tall = h if w > 560 else h / 2 - 8
        left = (x, y, w / 2 - 14, h) if w > 560 else (x, y, w, tall)
        right = (x + w / 2 + 14, y, w / 2 - 14, h) if w > 560 else (x, y + tall + 16, w, tall)
        title = "All tables by their sets (brass: the original)"
        draw_histogram(canvas, left, shares, self.room.springs, marks, title)
        course = () if found is None else found["course"]
        title = "No set among twelve, by cards left (rings: Warne 2011)"
        draw_course(canvas, right, course, title)

    def _draw_told(self, canvas: Canvas, box: Box, found: ReportPages | None) -> None:
        x, y, w, _ = box
        if found is None:
            told = "Press Count: tables are dealt by the hundred thousand, and the bars grow."
            canvas.paragraph(told, (x, y), w, TEXT, "quiet")
            return
        boards = found["all"] if self.games else found
        canvas.text(one_in(boards["no_set"]["share"]), (x, y + 18), HEADING, "paper", "title")
        y += 42
        for words, colour in _lines(found, self.games):
            y += canvas.paragraph(words, (x, y), w, NOTE, colour) + 5
        if self.running and self.rate:
            noun = "games" if self.games else "tables"
            how = "compiled" if self.by == "compiled" else "by arrays"
            told = f"{many(self.rate)} {noun} a second, {how}."
            canvas.paragraph(told, (x, y + 4), w, NOTE, "quiet")


def _shares(found: ReportPages | None) -> list[float]:
    if found is None or not found["boards"]:
        return []
    return [number / found["boards"] for number in found["histogram"]]


def _between(part: Mapping[str, Any]) -> str:
    low, high = part["ci95"]
    return f"{100 * low:.3g} to {100 * high:.3g}%"


def _lines(found: ReportPages, games: bool) -> list[tuple[str, str]]:
    """Return the results, in lines with their colours."""
    boards = found["all"] if games else found
    none, three = boards["no_set"], boards["three_or_more"]
    lines = [(f"no set on {many(boards['boards'])} tables: {_between(none)}", "paper")]
    if not games:
        exact = found["exact"]
        told = f"exactly {one_in(exact['no_set'])}" if exact["no_set"] else "exactly never"
        lines += [
            (f"{told}; {exact['mean']:.3f} sets on average, here {found['mean']:.3f}", "brass"),
            (f"three or more: {100 * three['share']:.2f}%", "paper"),
        ]
        return lines
    lines.append((f"three or more: {100 * three['share']:.2f}% ({_between(three)})", "paper"))
    lines.append(
        (f"{many(found['games'])} games, {found['boards_per_game']:.2f} tables each", "paper")
    )
    for cards, words in (("12", "of twelve"), ("15", "of fifteen")):
        if cards in found["deck_left"]:
            share = found["deck_left"][cards]["no_set"]["share"]
            lines.append((f"tables {words} while cards are left: {one_in(share)}", "paper"))
    ends = sorted(found["left_at_end"].items(), key=lambda end: int(end[0]))
    told = ", ".join(f"{cards}: {100 * share:.1f}%" for cards, share in ends if share >= 0.0005)
    lines.append((f"cards left at the end: {told}", "paper"))
    lines.append((f"never fifteen cards: {100 * found['games_without_15']:.1f}%", "paper"))
    return lines
