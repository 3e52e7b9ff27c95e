"""The dojo of karate on the stage: fighters, tape, seal, what a round came to, tiles or ribbon.

`DojoView` paints what it is given, a `View` of the match as it is to be seen at the moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.core import Seal
from games.karate.exchange import Exchange, Round, result_words
from games.karate.fighters import (
    ICONS,
    NAMES,
    SCENERY,
    Ground,
    Stand,
    breath,
    draw_exchange,
    draw_guard,
    make_ready,
)
from games.karate.rules import MOVES, POINTS
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import ANSWER_SECONDS, EDGE, GRID, HEADING, NOTE, SEAT_COLOURS, TEXT
from games.shell.draw.tween import Timer, ease_in_out, overshoot

# Chosen by eye; the tape holds so many rounds.
STAMP_SECONDS: Final = 0.3
TAPE: Final = 24
WIDE: Final = 800
"""From this width the stage has room for everything beside the fighters."""


@dataclass(frozen=True)
class View:
    """What of a match is to be seen at the moment.

    `rounds` are those whose points the eye knows, `poses` those of the fighters on guard. `fought`
    says that somebody plays, be it a stand-in; else two agents are watched, at the `pace` that is
    told. `sealed` is the opponent's choice before it opens, `opened` the last that did, with the
    number of its round. `pressed` is the move whose tile is lit, "" for none; `ready` says that the
    tiles can be used, by the `keys` of their names.
    """

    exchange: Exchange | None
    poses: tuple[str, str]
    rounds: Sequence[Round]
    heading: str
    glass: bool
    fought: bool
    sealed: Seal | None
    opened: tuple[int, Seal] | None
    prompt: str
    hovered: str | None
    pressed: str
    ready: bool
    keys: Sequence[str]
    pace: str


class DojoView:
    """Places and paints the dojo; `tiles` are the boxes of the four moves."""

    def __init__(self) -> None:
        self.ground = Ground()
        self.stamp = Timer(STAMP_SECONDS)
        self.pressed = Timer(ANSWER_SECONDS)
        self.place((0.0, 0.0, 1280.0, 720.0))
        self.begin()

    def begin(self) -> None:
        """A match begins: nothing moves, no tile is lit."""
        self.seconds = 0.0
        self.pressed_move = ""
        self._unready: list[tuple[str, int]] = []
        for timer in (self.stamp, self.pressed):
            timer.stop()

    def place(self, stage: Box) -> None:
        """Fighters in the middle of the `stage`, tiles at the bottom."""
        x, y, w, h = self.stage = stage
        size = min(h * 0.56, w * 0.6)
        self.stand = Stand(x + w / 2, y + h * 0.745, size)
        side, gap = (EDGE, 16.0) if w >= WIDE else (16.0, 10.0)
        width = min(200.0, (w - 2 * side - 3 * gap) / 4)
        left = x + (w - 4 * width - 3 * gap) / 2
        top = y + h - 148
        self.tiles: list[tuple[Box, str]] = [
            ((left + (width + gap) * i, top, width, 112.0), move) for i, move in enumerate(MOVES)
        ]
        self._unready = list(SCENERY)

    def press(self, move: str) -> None:
        """Light the tile of a move for a moment."""
        self.pressed_move = move
        self.pressed.start()

    def update(self, dt: float) -> None:
        """Move breath, seal and tile on by `dt` seconds."""
        self.seconds += dt
        self.stamp.update(dt)
        self.pressed.update(dt)

    @property
    def moving(self) -> bool:
        """Whether something moves but the slow breath, or pictures have still to be made ready."""
        return self.stamp.running or self.pressed.running or bool(self._unready)

    def draw_fight(self, canvas: Canvas, view: View) -> None:
        """The dojo and the two in it."""
        exchange = view.exchange
        self.ground.draw(canvas, self.stage, exchange.shake if exchange else (0.0, 0.0))
        self._draw_fighters(canvas, view)

    def draw_around(self, canvas: Canvas, view: View) -> None:
        """Everything around the two, over them: their names and points stand there already."""
        x = self.stage[0] + self.stage[2] / 2
        canvas.text(view.heading, (x, 44), TEXT, "paper", "bold", "centre")
        self._draw_tape(canvas, view, x, 84 if self.stage[2] >= WIDE else 72)
        if view.glass:
            self._draw_glass_sign(canvas)
        if view.fought:
            self._draw_seal(canvas, view)
        if view.exchange is not None and view.exchange.met:
            self._draw_results(canvas, view.exchange)
        if view.fought:
            self._draw_tiles(canvas, view)
        else:
            self._draw_ribbon(canvas, view)
        make_ready(canvas, self.stand, self._unready)

    def _draw_fighters(self, canvas: Canvas, view: View) -> None:
        if view.exchange is not None:
            shaken = view.exchange.shake
            stand = self.stand._replace(
                x=self.stand.x + shaken[0], soles=self.stand.soles + shaken[1]
            )
            draw_exchange(canvas, stand, view.exchange)
            return
        still = canvas.theme.reduced_motion
        rises = (0.0, 0.0) if still else (breath(0, self.seconds), breath(1, self.seconds))
        lean = 0.0
        if self.stamp.running and not still:
            share = self.stamp.progress
            lean = 10 * ease_in_out(2 * share if share < 0.5 else 2 - 2 * share)
        draw_guard(canvas, self.stand, view.poses, rises, (0.0, lean))

    def _draw_glass_sign(self, canvas: Canvas) -> None:
        x, wide = self.stage[0] + EDGE, self.stage[2] >= WIDE
        canvas.icon("eye", (x + 11, 44), 22, "brass")
        text = "Glass box: not recorded" if wide else "Glass box"
        canvas.text(text, (x + 32, 44), NOTE, "quiet")

    def _draw_tape(self, canvas: Canvas, view: View, x: float, y: float) -> None:
        """The last rounds as a tape: up where the left gained, down where the right did."""
        shown, step = view.rounds[-TAPE:], 9.0
        width = TAPE * step if self.stage[2] >= WIDE else 150.0
        step = width / TAPE
        left = x - width / 2
        canvas.rect((left, y - 0.75, width, 1.5), canvas.theme.mix("line", "quiet", 0.3))
        for number, played in enumerate(shown):
            at, lead = left + step * number, played.lead
            if lead:
                height = 5.0 + abs(lead) * 0.9
                top = y - 3 - height if lead > 0 else y + 3
                canvas.rect((at + 1, top, step - 2.5, height), SEAT_COLOURS[lead < 0], 2)
            else:
                canvas.circle((at + step / 2, y), 2, "quiet")

    def _draw_seal(self, canvas: Canvas, view: View) -> None:
        """The opponent's sealed choice, and how the last one opened."""
        closed = view.sealed
        seal = closed or (view.opened[1] if view.opened is not None else None)
        if seal is None:
            return
        wide = self.stage[2] >= WIDE
        right = self.stage[0] + self.stage[2] - (EDGE if wide else 16)
        size, top = (64.0, 186.0) if wide else (52.0, 196.0)
        if closed is not None and not canvas.theme.reduced_motion:
            size *= 1.35 - 0.35 * min(1.0, overshoot(self.stamp.progress))
        middle = (right - (32 if wide else 26), top + 32)
        box = (middle[0] - size / 2, middle[1] - size / 2, size, size)
        canvas.sprite("seal-closed" if closed is not None else "seal-broken", box)
        word = "sealed" if closed is not None else "opened"
        canvas.text(word, (right, top + 78), NOTE, "quiet", align="right")
        canvas.text(
            seal.commitment[: self._digits_shown], (right, top + 97), NOTE, "paper", align="right"
        )

    @property
    def _digits_shown(self) -> int:
        return 12 if self.stage[2] >= WIDE else 8

    def opening_words(self, number: int, seal: Seal) -> tuple[str, ...]:
        """How the seal of round `number` opened, with the digits that stood under it.

        The longest first.
        """
        opened = f"{seal.nonce}:{seal.move} = {seal.commitment[: self._digits_shown]}…"
        return (f"Round {number} opened: {opened}", f"{number}: {opened}", opened)

    def _draw_opening(self, canvas: Canvas, view: View, y: float) -> None:
        """One small line: what the last seal opened to, so that it can be checked."""
        if view.opened is None:
            return
        width, middle = self.stage[2] - 32, self.stage[0] + self.stage[2] / 2
        told = self.opening_words(*view.opened)
        text = next((words for words in told if canvas.text_width(words, NOTE) <= width), told[-1])
        canvas.text(text, (middle, y), NOTE, "quiet", align="centre", max_width=width)

    def _draw_results(self, canvas: Canvas, exchange: Exchange) -> None:
        """What each move came to, above the heads: a sign and the original's words."""
        played = exchange.round
        rise = 0.0 if exchange.still else (1 - min(1.0, exchange.words)) * 10
        y = max(196.0, self.stand.soles - self.stand.size * 0.86) + rise
        for seat in (0, 1):
            words = result_words(played.results[seat], played.points[seat])
            width = canvas.text_width(words, HEADING - 6, "title") + 72
            side = -1 if seat == 0 else 1
            x = self.stand.x + side * self.stand.size * 0.36
            low, high = self._results_between()
            left = max(low, min(x - width / 2, high - width))
            scored = played.points[seat] > 0
            edge = SEAT_COLOURS[seat] if scored else "line"
            canvas.panel((left, y - 27, width, 54), "ink", edge, 2, 27)
            ink = SEAT_COLOURS[seat] if scored else "quiet"
            canvas.icon(ICONS[played.moves[seat]], (left + 31, y), 30, ink)
            canvas.text(words, (left + 54, y), HEADING - 6, "paper" if scored else "quiet", "title")

    def _results_between(self) -> tuple[float, float]:
        """The left and right end of the room for results, beside the seal."""
        edge = 12.0 if self.stage[2] >= WIDE else 84.0
        return self.stage[0] + 12, self.stage[0] + self.stage[2] - edge

    def _draw_tiles(self, canvas: Canvas, view: View) -> None:
        top = self.tiles[0][0][1]
        for number, (box, move) in enumerate(self.tiles):
            self._draw_tile(canvas, view, number, box, move)
        middle = self.stage[0] + self.stage[2] / 2
        room = self.stage[2] - 24
        canvas.text(view.prompt, (middle, top - 20), TEXT, "paper", align="centre", max_width=room)
        self._draw_opening(canvas, view, top + 130)

    def _draw_tile(self, canvas: Canvas, view: View, number: int, box: Box, move: str) -> None:
        x, y, w, h = box
        hovered = view.hovered == move
        pressed = move == view.pressed
        theme = canvas.theme
        ground = (
            theme.mix("raised", "sky", 0.3) if pressed else theme["high" if hovered else "raised"]
        )
        edge = "sky" if pressed else "brass" if hovered else theme.mix("brass", "ink", 0.55)
        canvas.panel(box, ground, edge, 3 if hovered or pressed else 2)
        ink = "paper" if view.ready else "quiet"
        canvas.icon(ICONS[move], (x + w / 2, y + 46), 52, "sky" if pressed else ink)
        size = TEXT if canvas.text_width(NAMES[move], TEXT, "bold") <= w - 12 else NOTE
        canvas.text(NAMES[move], (x + w / 2, y + h - 22), size, ink, "bold", "centre", w - 8)
        canvas.text(view.keys[number], (x + 12, y + 18), NOTE, "brass", "bold", max_width=w - 20)

    def _draw_ribbon(self, canvas: Canvas, view: View) -> None:
        """Watching: the moves of the last rounds, the one that gained lit."""
        x, y, w, h = self.stage
        cell = 46.0
        room = int((w - 2 * GRID * 4) // cell)
        rounds = view.rounds[-room:]
        left = x + (w - room * cell) / 2
        top = y + h - 128
        for number, played in enumerate(rounds):
            centre = left + cell * (number + 0.5)
            for seat in (0, 1):
                gained = played.lead > 0 if seat == 0 else played.lead < 0
                ink = SEAT_COLOURS[seat] if gained else canvas.theme.mix("quiet", "ink", 0.45)
                canvas.icon(ICONS[played.moves[seat]], (centre, top + 40 * seat), 28, ink)
            if number == len(rounds) - 1:
                canvas.rect((centre - 14, top + 66, 28, 3), "brass", 1.5)
        canvas.text(view.pace, (x + w / 2, y + h - 24), NOTE, "quiet", align="centre")


def scoring_words(table: str, move: str) -> str:
    """What a move scores by one of the tables of points, in words."""
    row = POINTS[table][MOVES.index(move)]
    against = [NAMES[MOVES[i]].lower() for i, points in enumerate(row) if points]
    listed = " and ".join([", ".join(against[:-1]), against[-1]] if against[1:] else against)
    return f"{NAMES[move]}: {max(row)} points against {listed}."
