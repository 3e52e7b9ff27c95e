"""The dojo of karate on the stage: fighters, tape, seal, what a round came to, tiles or ribbon.

`DojoView` paints what it is given, a `View` of the match as it is to be seen at the moment.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.core import Seal
from games.karate import layout as at
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
from games.karate.ground import DojoGround, draw_lanterns, draw_scroll
from games.karate.rules import MOVES, POINTS
from games.karate.thought import OPENS, SHORT_LEGEND, Thought, bubble_box, draw_thought
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.roles import OWN
from games.shell.draw.theme import ANSWER_SECONDS, EDGE, GRID, LABEL, NOTE, SEAT_COLOURS, TEXT
from games.shell.draw.tween import Springs, Timer, ease_in_out, overshoot
from games.shell.mind.first_rules import RuleLine, icon_rule
from games.shell.widgets.belts import SHAPE, draw_belt
from games.spec import Params

# Chosen by eye.
STAMP_SECONDS: Final = 0.34
_HEAD: Final = (150.0, 46.0)
"""The top of a head in its frame."""
_HEADS: Final = {"lose": (186.0, 119.0)}
"""The same in a pose in which it is elsewhere."""


@dataclass(frozen=True)
class View:
    """The visible part of a match at the moment.

    - `points` are those of both sides, `rounds` the rounds whose points are visible by now, `poses`
      the fighters' poses on guard.
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
    points: tuple[int, int]
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
        self.ground = DojoGround()
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
        """Place fighters in the middle of the `stage`, the scroll at their feet, tiles at the
        bottom.
        """
        x, y, w, h = self.stage = stage
        size = min(h * at.FIGHTER[1], w * at.FIGHTER[0])
        self.stand = Stand(x + w / 2, y + h * at.SOLES, size)
        side, gap = (at.EDGE_NARROW, at.TILE_GAP[1])
        if w >= at.WIDE:
            side, gap = EDGE, at.TILE_GAP[0]
        count = len(MOVES)
        width = min(at.TILE, (w - 2 * side - (count - 1) * gap) / count)
        left = x + (w - count * width - (count - 1) * gap) / 2
        top = y + h - at.TILES_UP
        self.tiles: list[tuple[Box, str]] = [
            ((left + (width + gap) * i, top, width, at.TILE_TALL), move)
            for i, move in enumerate(MOVES)
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
        narrow = self.stage[2] < at.WIDE
        right = self.stage[0] + self.stage[2] - (at.SEAL_EDGE if narrow else EDGE)
        side = at.SEAL_SIDE[narrow]
        return (right - side, at.SEAL_TOP[narrow], side, at.SEAL_TALL)

    @property
    def moving(self) -> bool:
        """True if more moves than the slow breath, or pictures have still to be made ready."""
        timers = self.stamp.running or self.pressed.running or self.bubble.running
        return timers or self.sky.moving or bool(self._unready)

    def draw_fight(self, canvas: Canvas, view: View) -> None:
        """Draw the dojo and the two in it."""
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
            canvas.rect((x - w, y, 3 * w, h), "ink", alpha=round(at.SHADOW * exchange.tense))
        self._draw_fighters(canvas, view)

    def draw_end(
        self, canvas: Canvas, view: View, thought: Thought | None, number: int, belt: str
    ) -> None:
        """Draw the dojo after the match, with the fighters in the right half and their last poses.

        `thought` is what the opponent was surest of, and wrong, in round `number`, with how to read
        it; `belt` the one that was won, or "".
        """
        w, h = canvas.width, canvas.height
        left = at.END_FROM * w
        canvas.fill("ink")
        self.ground.draw(canvas, (left, 0.0, w - left, h), rise=moonrise(view.rounds))
        canvas.rect((left - at.STRIP_FROM, -h, at.STRIP_FROM, 3 * h), "ink")
        for strip in range(at.FADE):  # the dojo comes out of the dark where the words end
            alpha = round(255 * (1 - (strip + 0.5) / at.FADE) ** 2)
            canvas.rect((left + at.STRIP * strip, -h, at.STRIP, 3 * h), "ink", alpha=alpha)
        across, down, share = at.END_STAND
        stand = Stand(w * across, h * down, min(h * at.FIGHTER[1], w * share))
        draw_guard(canvas, stand, view.poses, (0.0, 0.0))
        if thought is not None:
            pose = view.poses[thought.seat]
            head = stand.point(thought.seat, GUARD, _HEADS.get(pose, _HEAD))
            stage = (left - at.END_BUBBLE, 0.0, w - left + 2 * at.END_BUBBLE, h)
            box = bubble_box(stage, head, thought.seat)
            draw_thought(canvas, box, head, thought, 1.0)
            place = (box[0] + box[2] / 2, box[1] - at.END_TITLE)
            _draw_title(canvas, place, f"In round {number} I expected")
            half = canvas.text_width(SHORT_LEGEND, NOTE) / 2 + at.TITLE_AROUND[0]
            x = min(max(place[0], left + half), w - half)
            _draw_title(canvas, (x, place[1] - at.END_LEGEND), SHORT_LEGEND, "text")
        if belt:
            low = h * down + at.BELT_BELOW
            room = h - low - (0.0 if w >= at.BESIDE else at.END_BUTTONS)
            wide = min(at.BELT, room / SHAPE)
            draw_belt(canvas, (stand.x - wide / 2, low, wide, wide * SHAPE), belt)
            place = (stand.x + wide / 2 + at.BELT_WORDS, low + wide * SHAPE / 2)
            room = w - place[0] - at.BELT_EDGE
            canvas.text(belt.capitalize(), place, TEXT, "paper", max_width=room)

    def draw_around(self, canvas: Canvas, view: View) -> None:
        """Draw all around the two, over them: their names and points stand there already."""
        x = self.stage[0] + self.stage[2] / 2
        canvas.text(view.heading, (x, at.TOP), TEXT, "paper", "bold", "centre")
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
                    canvas.text(words, (middle, at.REMARKS), size, "paper", align="centre")
                    return
        canvas.text(
            view.remarks[-1], (middle, at.REMARKS), NOTE, "paper", align="centre", max_width=width
        )

    def _draw_legend(self, canvas: Canvas, legend: Sequence[str]) -> None:
        """Draw how to read the bubble, between the names of both sides."""
        x, _, w, _ = self.stage
        room = w - 2 * at.BESIDE_LEGEND
        for words in legend:
            if canvas.text_width(words, NOTE) <= room:
                canvas.text(words, (x + w / 2, at.LEGEND), NOTE, "quiet", align="centre")
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
            lean = at.LEAN * ease_in_out(2 * share if share < 0.5 else 2 - 2 * share)
        draw_guard(canvas, self.stand, view.poses, rises, (0.0, lean))

    def _draw_glass_sign(self, canvas: Canvas) -> None:
        x, wide = self.stage[0] + EDGE, self.stage[2] >= at.WIDE
        across, down = at.EYE_AT
        canvas.icon("eye", (x + across, down), at.EYE, "brass")
        text = "Its mind first: not recorded" if wide else "Its mind first"
        canvas.text(text, (x + at.EYE_WORDS, down), NOTE, "quiet")

    def _draw_seal(self, canvas: Canvas, view: View) -> None:
        """Draw the opponent's sealed choice, and how the last one opened."""
        closed = view.sealed
        seal = closed or (view.opened[1] if view.opened is not None else None)
        if seal is None:
            return
        narrow = self.stage[2] < at.WIDE
        x, top, w, _ = self.seal_box()
        right = x + w
        size, middle = at.WAX[narrow], (right - at.WAX_AT[narrow], top + at.WAX_DOWN)
        fallen = 0.0
        if closed is not None and not canvas.theme.reduced_motion:
            share = self.stamp.progress
            fallen = at.DROP * (1 - min(1.0, share / at.HANGS) ** 2)
            pressed = max(0.0, (share - at.HANGS) / (1 - at.HANGS))
            grown = 0.0 if share < at.HANGS else min(at.BOUNCE, overshoot(pressed))
            size *= at.HUNG + (1 - at.HUNG) * grown
        box = (middle[0] - size / 2, middle[1] - size / 2 - fallen, size, size)
        canvas.sprite("seal-closed" if closed is not None else "seal-broken", box)
        self._draw_seal_words(canvas, view, (right, top + at.SEAL_WORDS[0]))

    def _draw_seal_words(self, canvas: Canvas, view: View, place: Point) -> None:
        """Draw under the seal whether it is open, and that its digits can be checked."""
        right, y = place
        word = "sealed" if view.sealed is not None else "opened"
        canvas.text(word, (right, y), NOTE, "quiet", align="right")
        if view.check:
            canvas.text("Check it", (right, y + at.SEAL_WORDS[1]), NOTE, "brass", "bold", "right")

    def _draw_results(self, canvas: Canvas, exchange: Exchange) -> None:
        """Draw the result of each move, above the heads: a sign and the original's words."""
        played = exchange.round
        rise = 0.0 if exchange.still else (1 - min(1.0, exchange.words)) * at.RESULT_RISE
        for seat in (0, 1):
            words = result_words(played.results[seat], played.points[seat])
            width = canvas.text_width(words, LABEL, "title") + at.RESULT
            x, y = self.head(seat)
            low, high = self._results_between()
            aside = at.RESULT_ASIDE if seat == 0 else -at.RESULT_ASIDE
            left = max(low, min(x - width / 2 - aside, high - width))
            scored = played.points[seat] > 0
            edge = SEAT_COLOURS[seat] if scored else "line"
            box = (left, y - at.RESULT_UP + rise, width, at.RESULT_TALL)
            canvas.panel(box, "ink", edge, 2, at.RESULT_TALL / 2)
            ink = SEAT_COLOURS[seat] if scored else "quiet"
            across, down = at.RESULT_ICON_AT
            place = (left + across, y + down + rise)
            canvas.icon(ICONS[played.moves[seat]], place, at.RESULT_ICON, ink)
            place = (left + at.RESULT_WORDS, y + down + rise)
            canvas.text(words, place, LABEL, "paper" if scored else "quiet", "title")

    def _results_between(self) -> tuple[float, float]:
        """Return the left and right end of the room for results, beside the seal."""
        return self.stage[0] + at.RESULTS_EDGE, self.seal_box()[0] - at.RESULTS_EDGE

    def _draw_tiles(self, canvas: Canvas, view: View) -> None:
        (_, top, wide, _), _ = self.tiles[0]
        fits = all(canvas.text_width(NAMES[m], TEXT, "bold") <= wide - at.NAME_EDGE for m in MOVES)
        for number, (box, move) in enumerate(self.tiles):
            self._draw_tile(canvas, view, number, box, move, TEXT if fits else NOTE)
        middle = self.stage[0] + self.stage[2] / 2
        if view.rounds:
            draw_scroll(canvas, middle, top - at.SCROLL_UP, view.rounds)
        room = self.stage[2] - at.PROMPT_EDGE
        y = top - at.PROMPT_UP[not view.rounds]
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
        y -= at.LIFT if hovered else 0.0
        ground = (
            theme.mix("raised", OWN, at.CHOSEN)
            if chosen
            else theme["high" if hovered else "raised"]
        )
        edge = (
            OWN if chosen else theme.mix("brass", "ink", at.EDGE_LIT if hovered else at.EDGE_DARK)
        )
        canvas.panel((x, y, w, h), ground, edge, 3 if chosen else 2)
        ink = "paper" if view.ready or chosen else "quiet"
        canvas.icon(ICONS[move], (x + w / 2, y + at.MOVE_AT), at.MOVE, ink)
        place, room = (x + w / 2, y + h - at.MOVE_NAME), w - at.MOVE_NAME_EDGE
        canvas.text(NAMES[move], place, size, ink, "bold", "centre", room)
        place, room = (x + at.TILE_KEY_AT[0], y + at.TILE_KEY_AT[1]), w - at.TILE_KEY_EDGE
        canvas.text(view.keys[number], place, NOTE, "brass", "bold", max_width=room)
        if chosen:
            canvas.icon("check", (x + w - at.TICK_AT[0], y + at.TICK_AT[1]), at.TICK, OWN)

    def _draw_ribbon(self, canvas: Canvas, view: View) -> None:
        """Draw the moves of the last rounds of a watched match, the one that gained lit."""
        x, y, w, h = self.stage
        cell = at.CELL
        room = int((w - 2 * GRID * 4) // cell)
        rounds = view.rounds[-room:]
        left = x + (w - room * cell) / 2
        top = y + h - at.RIBBON_UP
        for number, played in enumerate(rounds):
            centre = left + cell * (number + 0.5)
            for seat in (0, 1):
                gained = played.lead > 0 if seat == 0 else played.lead < 0
                ink = SEAT_COLOURS[seat] if gained else canvas.theme.mix("quiet", "ink", at.CHOSEN)
                canvas.icon(
                    ICONS[played.moves[seat]],
                    (centre, top + at.RIBBON_ROW * seat),
                    at.RIBBON_ICON,
                    ink,
                )
            if number == len(rounds) - 1:
                wide, down, tall = at.NEWEST
                canvas.rect((centre - wide / 2, top + down, wide, tall), "brass", tall / 2)
        canvas.text(view.pace, (x + w / 2, y + h - at.PACE_UP), NOTE, "quiet", align="centre")


def _draw_title(canvas: Canvas, middle: Point, text: str, style: str = "bold") -> None:
    """Draw a `text` over a bubble, on a ground of its own: the moon behind is bright."""
    wide = canvas.text_width(text, NOTE, style) + at.TITLE_AROUND[0]
    high = canvas.line_height(NOTE, style) + at.TITLE_AROUND[1]
    canvas.panel(
        (middle[0] - wide / 2, middle[1] - high / 2, wide, high), "ink", "ink", 0, high / 2
    )
    canvas.text(text, middle, NOTE, "paper", style, "centre")


def scoring_words(table: str, move: str) -> str:
    """Return the points of a move by one of the tables of points, in words."""
    row = POINTS[table][MOVES.index(move)]
    against = [NAMES[MOVES[i]].lower() for i, points in enumerate(row) if points]
    listed = " and ".join([", ".join(against[:-1]), against[-1]] if against[1:] else against)
    return f"{NAMES[move]}: {max(row)} points against {listed}."


def rule_lines(params: Params) -> Sequence[RuleLine]:
    """Return the points of each move by the table of points in `params`, with its picture."""
    return [icon_rule(scoring_words(params["table"], move), ICONS[move]) for move in MOVES]


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
    """Return the brightness of each side's lantern, 0 to 1; both are half bright if none gains."""
    share = (1.0 + momentum(rounds)) / 2
    return share, 1.0 - share


def moonrise(rounds: Sequence[Round]) -> float:
    """Return the height of the moon by the lead over the match, from -1 to 1."""
    return math.tanh(sum(played.lead for played in rounds) / _HIGH)
