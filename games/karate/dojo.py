"""The dojo of karate on the stage: fighters, tape, seal, what a round came to, tiles or ribbon.

`DojoView` paints what it is given, a `View` of the match as it is to be seen at the moment.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.core import Seal
from games.karate.exchange import GUARD, Exchange, Round, result_words
from games.karate.fighters import (
    ICONS,
    NAMES,
    SCENERY,
    Stand,
    breath,
    draw_exchange,
    draw_guard,
    make_ready,
)
from games.karate.ground import Ground, draw_lanterns, draw_scroll
from games.karate.rules import MOVES, POINTS
from games.karate.thought import OPENS, Thought, bubble_box, draw_thought
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.roles import OWN
from games.shell.draw.theme import ANSWER_SECONDS, EDGE, GRID, LABEL, NOTE, SEAT_COLOURS, TEXT
from games.shell.draw.tween import Springs, Timer, ease_in_out, overshoot
from games.shell.widgets.belts import SHAPE, draw_belt

# Chosen by eye.
STAMP_SECONDS: Final = 0.34
DROP: Final = 54.0
"""How far the wax falls, in units."""
HANGS: Final = 0.55
"""The share of the stamp's time in which it falls; then the seal is pressed."""
WIDE: Final = 800
"""From this width the stage has room for everything beside the fighters."""
SOLES: Final = 0.72
"""How far down the stage the fighters stand."""
_BESIDE_LEGEND: Final = 250.0  # units, for name and points; chosen by eye
_HEAD: Final = (150.0, 46.0)
"""The top of a head in its frame."""
_HEADS: Final = {"lose": (186.0, 119.0)}
"""The same in a pose in which it is elsewhere."""
END_BUTTONS: Final = 76.0
"""Units at the lower end where the page after a match has its buttons."""
BESIDE: Final = 1200.0
"""From this width on they end beside the fighters."""
END_FROM: Final = 0.5
"""The share of the canvas that belongs to words when the match is over."""
FADE: Final = 16
"""In so many strips of 8 units the dojo then comes out of the dark; chosen by eye."""


@dataclass(frozen=True)
class View:
    """The visible part of a match at the moment.

    - `rounds` are the rounds whose points are visible by now, `poses` the fighters' poses on guard.
    - `fought`: a person plays, or a stand-in; else two agents are watched, at the `pace` shown.
    - `sealed` is the opponent's choice before it opens, `opened` the last open one, with the number
      of its round; `check`: a seal was opened here and can be checked.
    - `pressed` is the move whose tile is lit, "" for none; `ready`: the tiles can be used, by the
      `keys` of their names.
    - `thought` is the opponent's forecast, `remarks` are its words on the last round, the longest
      form first, where either is open; `legend` explains the bubble to a newcomer, the longest form
      first.
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
    thought: Thought | None = None
    remarks: Sequence[str] = ()
    legend: Sequence[str] = ()
    check: bool = False


class DojoView:
    """Places and paints the dojo; `tiles` are the boxes of the four moves."""

    def __init__(self) -> None:
        self.ground = Ground()
        self.stamp = Timer(STAMP_SECONDS)
        self.pressed = Timer(ANSWER_SECONDS)
        self.bubble = Timer(OPENS)
        self.sky = Springs(1.6)
        self.place((0.0, 0.0, 1280.0, 720.0))
        self.begin()

    def begin(self) -> None:
        """Begin a match, without motion and lit tiles."""
        self.seconds = 0.0
        self.pressed_move = ""
        self._weighed, self._signs = -1, (0.0, (0.5, 0.5))
        self._unready: list[tuple[str, int]] = []
        for timer in (self.stamp, self.pressed, self.bubble):
            timer.stop()

    def place(self, stage: Box) -> None:
        """Fighters in the middle of the `stage`, the scroll at their feet, tiles at the bottom."""
        x, y, w, h = self.stage = stage
        size = min(h * 0.56, w * 0.6)
        self.stand = Stand(x + w / 2, y + h * SOLES, size)
        side, gap = (EDGE, 16.0) if w >= WIDE else (16.0, 10.0)
        width = min(200.0, (w - 2 * side - 3 * gap) / 4)
        left = x + (w - 4 * width - 3 * gap) / 2
        top = y + h - 96
        self.tiles: list[tuple[Box, str]] = [
            ((left + (width + gap) * i, top, width, 80.0), move) for i, move in enumerate(MOVES)
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
        self.bubble.update(dt)
        self.sky.update(dt)

    def seal_box(self) -> Box:
        """Return the box of the seal, with the words under it: a press on it asks to check it."""
        wide = self.stage[2] >= WIDE
        right = self.stage[0] + self.stage[2] - (EDGE if wide else 16)
        side = 112.0 if wide else 72.0
        return (right - side, 180.0 if wide else 190.0, side, 128.0)

    @property
    def moving(self) -> bool:
        """True if more moves than the slow breath, or pictures have still to be made ready."""
        timers = self.stamp.running or self.pressed.running or self.bubble.running
        return timers or self.sky.moving or bool(self._unready)

    def draw_fight(self, canvas: Canvas, view: View) -> None:
        """The dojo and the two in it."""
        exchange = view.exchange
        shake = exchange.shake if exchange else (0.0, 0.0)
        self.sky.still = canvas.theme.reduced_motion
        if len(view.rounds) != self._weighed:  # not in each frame: there may be thousands
            self._weighed = len(view.rounds)
            self._signs = moonrise(view.rounds), flames(view.rounds)
        rise = self.sky.get("moon", self._signs[0])
        self.ground.draw(canvas, self.stage, shake, rise=rise)
        lit = (self.sky.get(side, flame) for side, flame in enumerate(self._signs[1]))
        draw_lanterns(canvas, self.stage, (next(lit), next(lit)))
        if exchange is not None and exchange.tense:
            x, y, w, h = self.stage
            canvas.rect((x - w, y, 3 * w, h), "ink", alpha=round(70 * exchange.tense))
        self._draw_fighters(canvas, view)

    def draw_end(
        self, canvas: Canvas, view: View, thought: Thought | None, number: int, belt: str
    ) -> None:
        """The dojo after the match, with the fighters in the right half and their last poses.

        `thought` is what the opponent was surest of, and wrong, in round `number`; `belt` the one
        that was won, or "".
        """
        w, h = canvas.width, canvas.height
        left = END_FROM * w
        canvas.fill("ink")
        self.ground.draw(canvas, (left, 0.0, w - left, h), rise=moonrise(view.rounds))
        canvas.rect((left - 16, -h, 16, 3 * h), "ink")
        for strip in range(FADE):  # the dojo comes out of the dark where the words end
            alpha = round(255 * (1 - (strip + 0.5) / FADE) ** 2)
            canvas.rect((left + 8.0 * strip, -h, 8.0, 3 * h), "ink", alpha=alpha)
        stand = Stand(w * 0.74, h * 0.8, min(h * 0.56, w * 0.36))
        draw_guard(canvas, stand, view.poses, (0.0, 0.0))
        if thought is not None:
            pose = view.poses[thought.seat]
            head = stand.point(thought.seat, GUARD, _HEADS.get(pose, _HEAD))
            box = bubble_box((left - 60, 0.0, w - left + 120, h), head, thought.seat)
            draw_thought(canvas, box, head, thought, 1.0)
            _draw_title(canvas, (box[0] + box[2] / 2, box[1] - 20), f"In round {number} I expected")
        if belt:
            low = h * 0.8 + 18
            room = h - low - (0.0 if w >= BESIDE else END_BUTTONS)
            wide = min(104.0, room / SHAPE)
            draw_belt(canvas, (stand.x - wide / 2, low, wide, wide * SHAPE), belt)
            place = (stand.x + wide / 2 + 12, low + wide * SHAPE / 2)
            canvas.text(belt.capitalize(), place, TEXT, "paper", max_width=w - place[0] - 8)

    def draw_around(self, canvas: Canvas, view: View) -> None:
        """Draw all around the two, over them: their names and points stand there already."""
        x = self.stage[0] + self.stage[2] / 2
        canvas.text(view.heading, (x, 36), TEXT, "paper", "bold", "centre")
        if view.glass:
            self._draw_glass_sign(canvas)
        if view.fought:
            self._draw_seal(canvas, view)
        self._draw_thought(canvas, view)
        if view.exchange is not None and view.exchange.met:
            self._draw_results(canvas, view.exchange)
        if view.fought:
            self._draw_tiles(canvas, view)
        else:
            self._draw_ribbon(canvas, view)
        make_ready(canvas, self.stand, self._unready)

    def head(self, seat: int) -> Point:
        """Return the place of the head of a fighter on guard."""
        return self.stand.point(seat, GUARD, _HEAD)

    def _draw_thought(self, canvas: Canvas, view: View) -> None:
        """Draw the opponent's forecast, over its head, and its words on the round."""
        grown = 1.0 if canvas.theme.reduced_motion else self.bubble.progress
        if view.thought is not None:
            head = self.head(view.thought.seat)
            box = bubble_box(self.stage, head, view.thought.seat)
            draw_thought(canvas, box, head, view.thought, grown)
            self._draw_legend(canvas, view.legend)
        if not view.remarks:
            return
        width, middle = self.stage[2] - 2 * GRID * 2, self.stage[0] + self.stage[2] / 2
        for words in view.remarks:
            for size in (LABEL - 3, TEXT, NOTE):
                if canvas.text_width(words, size) <= width:
                    canvas.text(words, (middle, 74), size, "paper", align="centre")
                    return
        canvas.text(view.remarks[-1], (middle, 74), NOTE, "paper", align="centre", max_width=width)

    def _draw_legend(self, canvas: Canvas, legend: Sequence[str]) -> None:
        """Draw how to read the bubble, between the names of both sides."""
        x, _, w, _ = self.stage
        room = w - 2 * _BESIDE_LEGEND
        for words in legend:
            if canvas.text_width(words, NOTE) <= room:
                canvas.text(words, (x + w / 2, 100), NOTE, "quiet", align="centre")
                return

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

    def _draw_seal(self, canvas: Canvas, view: View) -> None:
        """The opponent's sealed choice, and how the last one opened."""
        closed = view.sealed
        seal = closed or (view.opened[1] if view.opened is not None else None)
        if seal is None:
            return
        wide = self.stage[2] >= WIDE
        x, top, w, _ = self.seal_box()
        right = x + w
        size, middle = (64.0 if wide else 52.0), (right - (32 if wide else 26), top + 38)
        fallen = 0.0
        if closed is not None and not canvas.theme.reduced_motion:
            share = self.stamp.progress
            fallen = DROP * (1 - min(1.0, share / HANGS) ** 2)
            pressed = max(0.0, (share - HANGS) / (1 - HANGS))
            size *= 0.62 if share < HANGS else 0.62 + 0.38 * min(1.12, overshoot(pressed))
        box = (middle[0] - size / 2, middle[1] - size / 2 - fallen, size, size)
        canvas.sprite("seal-closed" if closed is not None else "seal-broken", box)
        self._draw_seal_words(canvas, view, seal, (right, top + 84))

    def _draw_seal_words(self, canvas: Canvas, view: View, seal: Seal, place: Point) -> None:
        """Under the seal: whether it is open, its first digits, and that it can be checked."""
        right, y = place
        word = "sealed" if view.sealed is not None else "opened"
        canvas.text(word, (right, y), NOTE, "quiet", align="right")
        digits = seal.commitment[: 12 if self.stage[2] >= WIDE else 8]
        canvas.text(digits, (right, y + 18), NOTE, "paper", align="right")
        if view.check:
            canvas.text("Check it", (right, y + 37), NOTE, "brass", "bold", "right")

    def _draw_results(self, canvas: Canvas, exchange: Exchange) -> None:
        """Draw the result of each move, above the heads: a sign and the original's words."""
        played = exchange.round
        rise = 0.0 if exchange.still else (1 - min(1.0, exchange.words)) * 10
        for seat in (0, 1):
            words = result_words(played.results[seat], played.points[seat])
            width = canvas.text_width(words, LABEL, "title") + 58
            x, y = self.head(seat)
            low, high = self._results_between()
            left = max(low, min(x - width / 2 - (14 if seat == 0 else -14), high - width))
            scored = played.points[seat] > 0
            edge = SEAT_COLOURS[seat] if scored else "line"
            canvas.panel((left, y - 8 + rise, width, 42), "ink", edge, 2, 21)
            ink = SEAT_COLOURS[seat] if scored else "quiet"
            canvas.icon(ICONS[played.moves[seat]], (left + 26, y + 13 + rise), 24, ink)
            place = (left + 44, y + 13 + rise)
            canvas.text(words, place, LABEL, "paper" if scored else "quiet", "title")

    def _results_between(self) -> tuple[float, float]:
        """Return the left and right end of the room for results, beside the seal."""
        edge = 12.0 if self.stage[2] >= WIDE else 84.0
        return self.stage[0] + 12, self.stage[0] + self.stage[2] - edge

    def _draw_tiles(self, canvas: Canvas, view: View) -> None:
        (_, top, wide, _), _ = self.tiles[0]
        fits = all(canvas.text_width(NAMES[m], TEXT, "bold") <= wide - 12 for m in MOVES)
        for number, (box, move) in enumerate(self.tiles):
            self._draw_tile(canvas, view, number, box, move, TEXT if fits else NOTE)
        middle = self.stage[0] + self.stage[2] / 2
        if view.rounds:
            draw_scroll(canvas, middle, top - 98, view.rounds)
        room = self.stage[2] - 24
        y = top - 14 if view.rounds else top - 44
        canvas.text(view.prompt, (middle, y), TEXT, "paper", align="centre", max_width=room)

    def _draw_tile(
        self, canvas: Canvas, view: View, number: int, box: Box, move: str, size: float
    ) -> None:
        """Draw one move: filled and ticked when it is chosen; lifted and no more when it is meant.

        Its name has this `size`, as all four have.
        """
        x, y, w, h = box
        chosen = move == view.pressed
        hovered = view.hovered == move and not chosen
        theme = canvas.theme
        y -= 4.0 if hovered else 0.0
        ground = (
            theme.mix("raised", OWN, 0.45) if chosen else theme["high" if hovered else "raised"]
        )
        edge = OWN if chosen else theme.mix("brass", "ink", 0.35 if hovered else 0.6)
        canvas.panel((x, y, w, h), ground, edge, 3 if chosen else 2)
        ink = "paper" if view.ready or chosen else "quiet"
        canvas.icon(ICONS[move], (x + w / 2, y + 30), 40, ink)
        canvas.text(NAMES[move], (x + w / 2, y + h - 17), size, ink, "bold", "centre", w - 8)
        canvas.text(view.keys[number], (x + 12, y + 16), NOTE, "brass", "bold", max_width=w - 20)
        if chosen:
            canvas.icon("check", (x + w - 18, y + 18), 20, OWN)

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


def _draw_title(canvas: Canvas, middle: Point, text: str) -> None:
    """A `text` over a bubble, on a ground of its own: the moon behind is bright."""
    wide = canvas.text_width(text, NOTE, "bold") + 24
    high = canvas.line_height(NOTE, "bold") + 8
    canvas.panel(
        (middle[0] - wide / 2, middle[1] - high / 2, wide, high), "ink", "ink", 0, high / 2
    )
    canvas.text(text, middle, NOTE, "paper", "bold", "centre")


def scoring_words(table: str, move: str) -> str:
    """Return the points of a move by one of the tables of points, in words."""
    row = POINTS[table][MOVES.index(move)]
    against = [NAMES[MOVES[i]].lower() for i, points in enumerate(row) if points]
    listed = " and ".join([", ".join(against[:-1]), against[-1]] if against[1:] else against)
    return f"{NAMES[move]}: {max(row)} points against {listed}."


# The lanterns burn for the side that gained in the last rounds. The moon stands as high as the left
# side leads over the match. Chosen by eye: a hit of 10 points counts for about three rounds, and 60
# points put the moon high.
_FADES: Final = 0.7
_HIT: Final = 10.0
_HIGH: Final = 60.0


def momentum(rounds: Sequence[Round]) -> float:
    """Return the recent winner, from -1 (the right side) to 1 (the left); the last round counts
    most.
    """
    found = 0.0
    for played in rounds:
        found = _FADES * found + played.lead / _HIT
    return math.tanh(found / 2)


def flames(rounds: Sequence[Round]) -> tuple[float, float]:
    """Return the brightness of each side's lantern, 0 to 1; both are half bright where
    none gains.
    """
    share = (1.0 + momentum(rounds)) / 2
    return share, 1.0 - share


def moonrise(rounds: Sequence[Round]) -> float:
    """Return the height of the moon by the lead over the match, from -1 to 1."""
    return math.tanh(sum(played.lead for played in rounds) / _HIGH)
