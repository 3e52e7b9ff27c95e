"""The board of Ur on the stage: the places of its parts, and the painting of the game.

`Board` paints a `View` of the game as it is to be seen at the moment, and the `Motion` of parts
on their way.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.roles import GAIN, LOSS, RIGHT, WRONG
from games.shell.draw.theme import LABEL, NOTE, SEAT_COLOURS, TEXT
from games.ur import layout as at
from games.ur.asks import JudgedStep
from games.ur.coach.advice import CoachAdvice
from games.ur.drawing import (
    LampLitTable,
    draw_badge,
    draw_path,
    draw_piece,
    draw_pieces,
    draw_tray,
    draw_values,
    fit_layout,
)
from games.ur.motion import TRAIL, Motion, Travel
from games.ur.river import BAR, WinCourse, draw_bar, draw_river
from games.ur.rules import PASS, State
from games.ur.square_names import OFF, START, draw_ends, draw_numbers, draw_way


@dataclass(frozen=True)
class View:
    """The visible part of a game at the moment.

    - `state` is the game's position and `arrived` the position of the parts that have arrived on
      the board; `names` are the sides' names.
    - `headings` may stand over the board, the longest first, as far as x = `end`.
    - `choosing`: a person takes a move now; `focus` is the number of the one in question.
    - `numbered`: the squares have their names; `ends`: words stand at the trays.
    - `valued` is a seat with a value for the start, each square and off; `slip` the costly choice
      that comes next, `advice` the coach's words.
    - `thinking` is the seat of an agent and its progress (0..1).
    - `edge` is the height of the bar at the board's edge, light's win probability.
    """

    state: State
    arrived: State
    names: Sequence[str]
    headings: Sequence[str]
    end: float
    over: bool
    choosing: bool
    hints: bool
    focus: int | None
    numbered: bool
    ends: bool
    valued: tuple[int, Sequence[float]] | None
    slip: JudgedStep | None
    advice: CoachAdvice | None
    caption: str
    thinking: tuple[int, float] | None
    graph: WinCourse | None
    edge: float | None


class Board:
    """The view that places and paints the board, its pieces in place and in motion, and the words.

    `heading_at` is the middle of the line over the board, `graph_box` the box of the curve in the
    last drawing.
    """

    def __init__(self, rules: str) -> None:
        self.stage: Box = at.USUAL
        low = _share(at.USUAL[3], at.DICE) + at.AROUND
        self.layout = fit_layout(self.stage, rules, low, at.HEAD)
        self.ground = LampLitTable()
        self.graph_box: Box = (0.0, 0.0, 0.0, 0.0)
        self.heading_at = at.HEADING_AT

    # -- places ------------------------------------------------------------------------

    def place(self, stage: Box, rules: str, text_scale: float, ends: bool) -> None:
        """Place the board of `rules` in the middle of the stage, with room for dice and graph
        below.

        `text_scale` is how much larger than usual small text is, `ends` whether words stand at the
        trays.
        """
        low = _share(stage[3], at.DICE) + _share(stage[3], at.RIVER) + at.AROUND
        below = low + at.LINES_BELOW * (text_scale - 1.0) + (at.NAMES_BELOW if ends else 0.0)
        above = at.HEAD + at.LINE_ABOVE * (text_scale - 1.0) + (at.NAMES_ABOVE if ends else 0.0)
        self.stage = stage
        self.layout = fit_layout(stage, rules, below, above)

    def choices(self, state: State, people: Sequence[int]) -> list[tuple[Box, str]]:
        """Return the boxes to click: every piece that can move, then where each would go.

        There are none where the turn is another seat's than the `people`'s.
        """
        if state.turn not in people:
            return []
        moves = [move for move in state.moves if move != PASS]
        half = self.layout.cell / 2
        found = []
        for target in (False, True):
            for move in moves:
                x, y = self._spot(state, move, target)
                found.append(((x - half, y - half, 2 * half, 2 * half), move))
        return found

    def _spot(self, state: State, move: str, target: bool) -> Point:
        """Return the place of a move's piece, or of its target."""
        source = int(move)
        if target:
            end = source + state.roll
            return self.layout.place(state.turn, end, state.off(state.turn), state.pieces)
        home = state.home(state.turn) - 1
        return self.layout.place(state.turn, source, home, state.pieces)

    # -- drawing -----------------------------------------------------------------------

    def draw(self, canvas: Canvas, view: View, motion: Motion) -> None:
        """Draw the table, the board, what lies and moves (`motion`) on it, and what is to be
        done.
        """
        layout = self.layout
        self.ground.draw_with_board(canvas, self.stage, layout)
        self._draw_heading(canvas, view)
        for seat in (1, 0):
            counts = (motion.waiting(view.arrived, seat), motion.finished(view.arrived, seat))
            draw_tray(canvas, layout, seat, view.names[seat], (*counts, view.arrived.pieces))
        self._draw_turn(canvas, view)
        self._draw_bar(canvas, view)
        hidden = motion.travel.hidden if motion.travel is not None else ()
        draw_pieces(canvas, layout, view.arrived, hidden)
        self._draw_square_values(canvas, view)
        self._draw_names(canvas, view)
        self._draw_choices(canvas, view)
        self._draw_slip(canvas, view)
        self._draw_travel(canvas, motion)
        self._draw_flashes(canvas, motion)
        self._draw_below(canvas, view, motion)

    def _draw_heading(self, canvas: Canvas, view: View) -> None:
        """Draw the game and its turn, in as many words as fit beside the buttons."""
        x = self.stage[0] + at.MARGIN
        for words in view.headings:
            if canvas.text_width(words, TEXT) <= view.end - x:
                self.heading_at = at.HEADING_AT
                break
        else:
            self.heading_at = at.HEADING_BELOW
        canvas.text(words, (x, self.heading_at), TEXT, "quiet")

    def _draw_turn(self, canvas: Canvas, view: View) -> None:
        """Draw a brass line at the side whose turn it is."""
        if not view.over:
            y = self.layout.tray(view.state.turn)
            wide, tall = at.TURN
            box = (self.layout.left - at.TURN_AT, y - tall / 2, wide, tall)
            canvas.rect(box, "brass", at.TURN_ROUND)

    def _draw_square_values(self, canvas: Canvas, view: View) -> None:
        if view.valued is None:
            return
        seat, values = view.valued
        draw_values(canvas, self.layout, seat, values)
        ends = [
            f"{value:.1f}".replace("-", "\N{MINUS SIGN}") for value in values[:: len(values) - 1]
        ]
        draw_ends(canvas, self.layout, seat, (f"{START} {ends[0]}", f"{OFF} {ends[1]}"))

    def _draw_names(self, canvas: Canvas, view: View) -> None:
        """Draw the numbers of the squares, and the way of the side whose turn it is."""
        if not view.numbered:
            return
        draw_way(canvas, self.layout, view.state.turn)
        draw_numbers(canvas, self.layout)
        for seat in (0, 1) if view.ends else ():
            if view.valued is None or seat != view.valued[0]:
                draw_ends(canvas, self.layout, seat, (START, OFF))

    def _draw_choices(self, canvas: Canvas, view: View) -> None:
        """Draw rings and numbers at the pieces that can move, and the way of the one in
        question.
        """
        if not view.choosing:
            return
        state, cell = view.state, self.layout.cell
        for number, move in enumerate(state.moves):
            lit = number == view.focus
            if move == PASS or not (view.hints or lit):
                continue
            x, y = self._spot(state, move, False)
            radius = cell * (at.RING if move != "0" else at.RING_START)
            canvas.ring((x, y - at.RING_UP), radius, "paper" if lit else "brass", at.RING_WIDE)
            if lit:
                self._draw_goal(canvas, state, move)
            shift = radius * at.BADGE
            draw_badge(canvas, str(number + 1), (x + shift, y - shift), lit)

    def _draw_goal(self, canvas: Canvas, state: State, move: str) -> None:
        """Draw a move's target, with the way there as a dotted line."""
        layout = self.layout
        path = layout.way(state.turn, int(move), int(move) + state.roll, state)
        for (x, y), (to_x, to_y) in itertools.pairwise(path):
            for share in at.DOTS:
                dot = (x + (to_x - x) * share, y + (to_y - y) * share)
                canvas.circle(dot, at.DOT, "brass")
        off = int(move) + state.roll == state.rule_set.off
        size = (at.PIECE_OFF if off else at.PIECE) * layout.cell
        draw_piece(canvas, state.turn, path[-1], size, alpha=at.GOAL_SEEN)
        canvas.ring(path[-1], size * at.GOAL_RING, "brass", 2)

    def _draw_slip(self, canvas: Canvas, view: View) -> None:
        """Draw the move that was played in red, the better one in green; of a slip or by the
        coach.
        """
        step, advice = view.slip, view.advice
        shown: list[tuple[State, str, str]] = []
        if step is not None:
            shown = [(step.before, step.move, WRONG), (step.before, step.best, RIGHT)]
        elif advice is not None:
            shown = [(advice.before, advice.better, RIGHT)]
            if advice.played:
                shown.insert(0, (advice.before, advice.played, WRONG))
        for state, move, colour in shown:
            draw_path(canvas, self.layout, state, move, colour)

    def _draw_travel(self, canvas: Canvas, motion: Motion) -> None:
        travel = motion.travel
        if travel is None:
            return
        size = at.PIECE * self.layout.cell
        if travel.victim is not None:
            self._draw_victim(canvas, travel, travel.victim[0], size)
        place, height = travel.mover()
        draw_piece(canvas, travel.seat, place, size, lift=height * size * at.HOP)

    def _draw_victim(self, canvas: Canvas, travel: Travel, start: Point, size: float) -> None:
        """Draw the piece that is captured: on its square, then in an arc on its way home."""
        seat = 1 - travel.seat
        if not travel.landed:
            draw_piece(canvas, seat, start, size)
            return
        for number, behind in reversed(list(enumerate(TRAIL))):
            place, lift = travel.captured(behind) or (start, 0.0)
            seen = at.SHADOW_SEEN - at.SHADOW_STEP * number
            draw_piece(canvas, seat, place, at.SHADOW * size, seen, lift)
        place, lift = travel.captured() or (start, 0.0)
        draw_piece(canvas, seat, place, size, lift=lift)

    def _draw_flashes(self, canvas: Canvas, motion: Motion) -> None:
        colours = {"capture": LOSS, "rosette": "brass", "off": GAIN}
        for flash in motion.flashes:
            radius = self.layout.cell * (at.FLASH + at.FLASH_GROWS * flash.share)
            width = 1 + at.FLASH_WIDE * (1 - flash.share)
            canvas.ring(flash.place, radius, colours[flash.kind], width)

    # -- under the board ---------------------------------------------------------------

    def _draw_below(self, canvas: Canvas, view: View, motion: Motion) -> None:
        """Draw the dice and a sentence in a row, and the river below them."""
        x, y, w, h = self.stage
        top = self.layout.tray(0) + (at.TRAY_BELOW_WORDS if view.ends else at.TRAY_BELOW)
        bottom = y + h - at.FOOT
        size = _share(h, at.DICE)
        river = min(bottom - top - size - at.FOOT, at.RIVER_GROWS * _share(h, at.RIVER))
        middle = (top + bottom - river - at.RIVER_GAP) / 2
        left = self._draw_dice(canvas, motion, middle, size)
        if not motion.dice.rolling:
            tall = bottom - river - at.RIVER_GAP - top
            room = (left, middle, x + w - at.MARGIN - left, tall)
            self._draw_caption(canvas, view, room)
        if view.graph is not None:
            box = (x + at.MARGIN, bottom - river, w - 2 * at.MARGIN, river)
            self.graph_box = draw_river(canvas, box, view.graph)

    def _draw_dice(self, canvas: Canvas, motion: Motion, middle: float, size: float) -> float:
        """Draw the dice, their middle at a height; returns where words beside them begin."""
        left, dice = self.layout.left - at.DICE_LEFT, motion.dice
        dice.draw(canvas, (left, middle), size, canvas.theme.reduced_motion)
        return left + size * (at.DICE_STEP * dice.count + at.DICE_END)

    def _draw_caption(self, canvas: Canvas, view: View, room: Box) -> None:
        """Draw the caption, in the largest type that fits; below it an agent's progress.

        `room` has its left and middle, its width, and the most height.
        """
        left, middle, wide, tall = room
        high = 0.0
        for size in (LABEL - 4, TEXT, NOTE):
            lines = min(at.LINES, len(canvas.wrap(view.caption, wide, size))) if view.caption else 0
            high = lines * canvas.line_height(size)
            if high <= tall:
                break
        bar = at.THINKS if view.thinking is not None else 0.0
        top = middle - (high + bar) / 2
        even = canvas.even_width(view.caption, wide, size)
        canvas.paragraph(view.caption, (left, top), even, size, "paper", most=at.LINES)
        if view.thinking is not None:
            box = (left, top + high + at.THINKS_AT, min(wide, at.THINKS_WIDE), at.THINKS_TALL)
            _draw_thinking(canvas, box, view.names, *view.thinking)

    def _draw_bar(self, canvas: Canvas, view: View) -> None:
        """Draw the lead, as a bar at the board's edge."""
        if view.edge is None:
            return
        frame, cell = self.layout.frame, self.layout.cell
        left = max(self.stage[0] + at.LEAD_EDGE, frame[0] - BAR - at.LEAD_GAP)
        wide = max(at.LEAD_LEAST, min(BAR, frame[0] - left - at.LEAD_EDGE))
        top = self.layout.top - at.LEAD_UP * cell
        draw_bar(canvas, (left, top, wide, at.LEAD_TALL * cell), view.edge)


def _share(height: float, measure: tuple[float, float, float]) -> float:
    """Return the height of a part on a stage of a height, by one of its measures."""
    share, least, most = measure
    return min(most, max(least, share * height))


def _draw_thinking(canvas: Canvas, box: Box, names: Sequence[str], seat: int, share: float) -> None:
    """Draw the progress of the agent that thinks now."""
    x, y, w, h = box
    canvas.rect(box, "line", h / 2)
    canvas.rect((x, y, max(h, w * min(1.0, share)), h), SEAT_COLOURS[seat], h / 2)
    words = f"{names[seat]} thinks: {share:.0%}"
    canvas.text(words, (x, y + h + at.THINKS_WORDS), NOTE, "quiet", max_width=w)
