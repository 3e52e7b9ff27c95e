"""The end of a round: hands and bonus tokens are turned up and all is added up, by lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from games.jaipur.drawing import NIGHT, draw_bonus, draw_card, draw_motif, draw_seal
from games.jaipur.places import hand_boxes
from games.jaipur.rules.goods import BONUS, CAMEL, PILES, pack
from games.jaipur.words import told_decision, told_end, told_reason
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import HEADING, LABEL, NOTE, SEAT_COLOURS, SEAT_MARKS, TEXT
from games.shell.draw.tween import Timer

# Seconds; chosen by eye.
LINE: Final = 0.55
LINES: Final = ("hands", "goods", "bonus", "herd", "total", "end")
LINGER: Final = 4.0
"""How long the whole sum stands where nobody is asked to go on."""
NARROW, CORNER = 640.0, 150.0
"""A stage that is less wide, and the room of the buttons in its corner; by eye."""
WIDEST: Final = 760.0


class Sum(NamedTuple):
    """The summands of a round, from a "score" event: a tuple has the value of each seat."""

    hands: tuple[int, int]
    herds: tuple[int, int]
    goods: tuple[int, int]
    bonus: tuple[tuple[int, ...], tuple[int, ...]]
    camel: tuple[int, int]
    total: tuple[int, int]
    seals: tuple[int, int]
    winner: int | None
    reason: str
    decision: str

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Sum:
        """Return the sum in a "score" event."""
        west, east = (tuple(values) for values in data["bonus"])
        return cls(
            (pack(data["hands"][0]), pack(data["hands"][1])),
            tuple(data["herds"]),
            tuple(data["goods"]),
            (west, east),
            tuple(data["camel"]),
            tuple(data["total"]),
            tuple(data["seals"]),
            data["winner"],
            told_reason(data),
            told_decision(data),
        )


class RoundReckoning:
    """The sum as it is shown, line by line; `waits` means that a person is asked to go on."""

    def __init__(self, data: Mapping[str, Any], names: Sequence[str], below: int, waits: bool):
        self.data, self.names, self.below, self.waits = data, tuple(names), below, waits
        self.sum = Sum.of(data)
        self.timer = Timer(LINE * len(LINES))
        self.timer.start()
        self.rest = Timer(LINGER)
        self.rest.start()
        self._seen = False

    @property
    def lines(self) -> int:
        """The number of lines shown by now."""
        return min(len(LINES), 1 + int(self.timer.elapsed / LINE))

    @property
    def moving(self) -> bool:
        """True if a part of it is still to come by itself."""
        return self.timer.running or self._seen or not self.waits

    def update(self, dt: float) -> bool:
        """Show further lines; return True once a person went on, or without one it has stood long
        enough.
        """
        if self.timer.running:
            self.timer.update(dt)
            return False
        return self._seen or (not self.waits and self.rest.update(dt))

    def skip(self) -> bool:
        """Show all lines; go on, by the next update, where all were shown already."""
        self._seen = not self.timer.running
        self.timer.stop()
        return False

    # -- drawing -----------------------------------------------------------------------

    def draw(self, canvas: Canvas, stage: Box, key: str) -> None:
        """Draw the sum in the middle of a stage; `key` goes on."""
        x, y, w, h = stage
        canvas.rect(stage, NIGHT, alpha=226)
        wide = min(WIDEST, w - 32)
        left, top = x + (w - wide) / 2, y + max(24.0, (h - 640) / 2)
        middle = left + wide / 2
        self._draw_titles(canvas, left, wide, top + 58)
        if w < NARROW:  # beside the buttons in the corner
            room = w - CORNER - 16
            canvas.text(self.sum.reason, (x + 16, top + 12), NOTE, "quiet", max_width=room)
        else:
            canvas.text(self.sum.reason, (middle, top + 16), TEXT, "quiet", align="centre")
        rows = (
            (self._draw_hands, 112.0, ""),
            (self._draw_goods, 52.0, "goods tokens"),
            (self._draw_bonus, 60.0, "bonus tokens"),
            (self._draw_herds, 60.0, "larger herd"),
            (self._draw_totals, 84.0, "total"),
        )
        at = top + 96
        for (draw, tall, label), _ in zip(rows, range(self.lines), strict=False):
            canvas.text(label, (middle, at + tall / 2), NOTE, "quiet", align="centre")
            for seat, centre in self._columns(left, wide):
                draw(canvas, seat, (centre - wide * 0.2, at, wide * 0.4, tall))
            at += tall
            canvas.rect((left, at, wide, 1.0), "line")
            at += 8
        if self.lines == len(LINES):
            self._draw_end(canvas, (left, at, wide, y + h - at), key)

    def _columns(self, left: float, wide: float) -> tuple[tuple[int, float], tuple[int, float]]:
        """Return the seats with the middles of their columns, who sits below to the left."""
        return (self.below, left + wide * 0.21), (1 - self.below, left + wide * 0.79)

    def _draw_titles(self, canvas: Canvas, left: float, wide: float, y: float) -> None:
        for seat, centre in self._columns(left, wide):
            name = canvas.shorten(self.names[seat], wide * 0.36, LABEL, "bold")
            half = canvas.text_width(name, LABEL, "bold") / 2
            canvas.icon(SEAT_MARKS[seat], (centre - half - 16, y), 22, SEAT_COLOURS[seat])
            canvas.text(name, (centre, y), LABEL, SEAT_COLOURS[seat], "bold", "centre")

    def _draw_hands(self, canvas: Canvas, seat: int, box: Box) -> None:
        x, y, w, h = box
        cards = hand_boxes(self.sum.hands[seat], (x - 20, y + 4, w + 40, h - 16))
        for kind, _, place in cards:
            draw_card(canvas, kind, place)
        if not cards:
            canvas.text("no goods left", (x + w / 2, y + h / 2), NOTE, "quiet", align="centre")

    def _draw_goods(self, canvas: Canvas, seat: int, box: Box) -> None:
        self._figure(canvas, box, self.sum.goods[seat])

    def _draw_bonus(self, canvas: Canvas, seat: int, box: Box) -> None:
        x, y, w, h = box
        values = self.sum.bonus[seat]
        step = min(34.0, (w - 70) / max(1, len(values)))
        start = x + w / 2 - 34 - step * (len(values) - 1) / 2
        for number, value in enumerate(values):
            pile = next(pile for pile in PILES if value in BONUS[pile])
            draw_bonus(canvas, pile, (start + step * number, y + h / 2), 34, str(value))
        shift = 34.0 + step * (len(values) - 1) / 2 if values else 0.0
        self._figure(canvas, (x + shift, y, w, h), sum(values))

    def _draw_herds(self, canvas: Canvas, seat: int, box: Box) -> None:
        x, y, w, h = box
        draw_motif(canvas, CAMEL, (x + w / 2 - 34, y + h / 2), 38)
        told = f"× {self.sum.herds[seat]}"
        canvas.text(told, (x + w / 2 - 10, y + h / 2), NOTE, "quiet")
        self._figure(canvas, (x + 44, y, w, h), self.sum.camel[seat])

    def _draw_totals(self, canvas: Canvas, seat: int, box: Box) -> None:
        x, y, w, h = box
        won = self.sum.winner == seat
        size = HEADING * 1.5
        ink = "brass" if won else "paper"
        canvas.text(str(self.sum.total[seat]), (x + w / 2, y + h / 2), size, ink, "title", "centre")

    def _figure(self, canvas: Canvas, box: Box, value: int) -> None:
        x, y, w, h = box
        ink = "paper" if value else "quiet"
        canvas.text(str(value), (x + w / 2, y + h / 2), LABEL, ink, "title", "centre")

    def _draw_end(self, canvas: Canvas, box: Box, key: str) -> None:
        """Draw the winner, the seals, and the key that goes on."""
        x, y, w, _ = box
        middle = x + w / 2
        canvas.text(
            told_end(self.data, self.names), (middle, y + 20), LABEL, "paper", "bold", "centre", w
        )
        if self.sum.decision:
            canvas.text(self.sum.decision, (middle, y + 48), NOTE, "quiet", align="centre")
        for seat, centre in self._columns(x, w):
            for number in range(self.sum.seals[seat]):
                draw_seal(canvas, (centre - 22 + 44 * number, y + 66), 42, True)
        if self.waits:
            canvas.text(key, (middle, y + 76), TEXT, "brass", "bold", "centre", w * 0.6)
