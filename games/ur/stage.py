"""The stage of Ur: where everything lies on the screen, and how the game is painted.

`Stage` is the painting half of the scene; `games.ur.scene.Scene` plays the game on it.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, Final

from games.agents import Judge
from games.mind import Bars
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import LABEL, NOTE, SEAT_COLOURS, TEXT
from games.shell.table import Table
from games.ur.dice import Dice
from games.ur.drawing import (
    Ground,
    draw_badge,
    draw_graph,
    draw_piece,
    draw_pieces,
    draw_tray,
    draw_values,
    fitted,
)
from games.ur.motion import Flash, Travel
from games.ur.review import throw_of
from games.ur.rules import PASS, RULE_SETS, State
from games.ur.square_names import OFF, START, draw_ends, draw_numbers, draw_way

BELOW: Final = 148.0
"""What the stage keeps for dice, words and graph under the board."""
LINES_BELOW: Final = 120.0
"""How high the lines of text are there."""
HEAD: Final = 68.0
"""What it keeps for buttons above the board."""
NAMES_ABOVE: Final = 12.0
NAMES_BELOW: Final = 30.0
"""What the words at the trays need beside that."""
TOASTS_TOP: Final = 58.0
LEARNERS: Final = ("learner", "learner+")
"""Agents whose square values are shown on the board as long as their mind is open."""
ACTION_WORDS: Final = {
    "undo": "Take back",
    "redo": "Play again",
    "hints": "Legal moves",
    "truth": "Square values",
    "slower": "Slower",
    "faster": "Faster",
    "step_back": "Step back",
    "step": "Step",
    "copy": "Copy the game",
    "squares": "Names of the squares",
    "to_start": "To the start",
    "to_end": "To the end",
}
REPLAY_WORDS: Final = {"up": "Mistake before", "down": "Next mistake"}


class Stage(Table):
    """Paints the state `shown` and what is on its way."""

    shown: State
    dice: Dice
    ground: Ground
    travel: Travel | None
    flashes: list[Flash]
    judge: Judge
    arriving: Any
    told: str
    cursor: int | None
    hints: bool
    show_values: bool | None
    show_names: bool | None
    judged: bool
    replaying: bool
    course: tuple[float, ...]
    length: int
    graph_box: Box = (0.0, 0.0, 0.0, 0.0)
    heading_at = 36.0

    @property
    def watched(self) -> bool:
        """Whether nobody plays here, so that the game can be stopped and stepped."""
        return (not self.setup.humans and not self.setup.demo) or self.replaying

    @property
    def speed(self) -> float:
        """How much faster than usual everything moves."""
        raise NotImplementedError

    def seat_name(self, seat: int) -> str:
        """Who fills a seat, for people."""
        raise NotImplementedError

    @classmethod
    def turn_due(cls, played: int) -> int:
        """A throw and its move are one turn."""
        return throw_of(played + 1)

    # -- places ------------------------------------------------------------------------

    def place(self, stage: Box) -> None:
        """The board in the middle, dice and graph below; a drawer leaves the rest to the stage."""
        x, y, w, h = stage
        if self.panel is not None:
            w = min(w, self.panel[0] - x)
        self.stage = (x, y, w, h)
        larger = self.shell.theme.text_size(NOTE) / NOTE - 1.0
        names = self._ends_shown
        below = BELOW + LINES_BELOW * larger + (NAMES_BELOW if names else 0.0)
        above = HEAD + (NAMES_ABOVE if names else 0.0)
        self.layout_of = fitted(self.stage, self.setup.params["rules"], below, above)
        if self.travel is not None:
            self.skip()
        self.flashes = []
        self._choices()

    def corner_buttons(self) -> list[tuple[Box, str, str]]:
        """The table's buttons, and beside them those of this game."""
        found = super().corner_buttons()
        tools = [("edit", "squares"), ("fast", "faster")]
        if self.replaying:
            tools += [("step", "step"), ("step-back", "step_back"), ("down", "down"), ("up", "up")]
        elif self.watched:
            tools += [("copy", "copy"), ("step", "step"), ("step-back", "step_back")]
        else:
            tools += [("copy", "copy"), ("redo", "redo"), ("undo", "undo"), ("eye", "hints")]
        if self._learning:
            tools.append(("stats", "truth"))
        left = min(box[0] for box, _, _ in found) - 16
        for number, (icon, action) in enumerate(tools):
            found.append(((left - 48 * (number + 1) + 8, 16.0, 40.0, 40.0), icon, action))
        return found

    def toast_place(self, width: float) -> tuple[float, float, float]:
        """Between the turn and the names of the sides; at the bottom where the turn stands low."""
        if self.setup.demo:
            return super().toast_place(width)
        x, y, w, h = self.stage
        return x + 16, TOASTS_TOP if self.heading_at < TOASTS_TOP else y + h - 78, w - 32

    def corner_label(self, action: str) -> str:
        """What a button does, in words."""
        words = {**ACTION_WORDS, **REPLAY_WORDS}
        return words.get(action) or super().corner_label(action)

    # -- drawing -----------------------------------------------------------------------

    def draw_stage(self, canvas: Canvas) -> None:
        """The table, the board, what lies and moves on it, and what is to be done."""
        self.ground.draw_with_board(canvas, self.stage, self.layout_of)
        self._draw_heading(canvas)
        layout, state = self.layout_of, self.shown
        for seat in (1, 0):
            counts = (self._waiting(seat), self._gone(seat), state.pieces)
            draw_tray(canvas, layout, seat, self.seat_name(seat), counts)
        self._draw_turn(canvas)
        hidden = self.travel.hidden if self.travel is not None else ()
        draw_pieces(canvas, layout, state, hidden)
        self._draw_square_values(canvas)
        self._draw_names(canvas)
        self._draw_choices(canvas)
        self._draw_slip(canvas)
        self._draw_travel(canvas)
        self._draw_flashes(canvas)
        self._draw_below(canvas)

    def _draw_heading(self, canvas: Canvas) -> None:
        """The game and its turn, in as many words as fit beside the buttons."""
        x = self.stage[0] + 24
        room = min(box[0] for box, _, _ in self.corner_buttons()) - x - 16
        for words in self._headings():
            if canvas.text_width(words, TEXT) <= room:
                self.heading_at = 36.0
                break
        else:
            self.heading_at = 76.0
        canvas.text(words, (x, self.heading_at), TEXT, "quiet")

    def _headings(self) -> list[str]:
        """What may stand above the board, the longest first."""
        params, over = self.setup.params, self.match.over
        game = f"{params['rules'].capitalize()}, {params['pieces']} pieces"
        turn = f"turn {throw_of(len(self.match.turns) + (not over))}"
        if self.replaying:
            turn = "end" if over else f"{turn} of {throw_of(self.length)}"
            return [f"Replay, {game}, {turn}", f"Replay, {turn}", turn.capitalize()]
        return [f"{game}, {turn}", turn.capitalize()]

    @property
    def names_shown(self) -> bool:
        """Whether the squares are numbered: as chosen, else where moves are told by numbers."""
        if self.show_names is not None:
            return self.show_names
        return (self.panel is not None or self.replaying) and not self.setup.demo

    @property
    def _learning(self) -> bool:
        """Whether a learner plays, whose square values can be shown."""
        return any(seat.agent in LEARNERS for seat in self.setup.seats)

    @property
    def _ends_shown(self) -> bool:
        """Whether there is room for words at the trays."""
        return self.names_shown or self._learning

    def _draw_names(self, canvas: Canvas) -> None:
        """The numbers of the squares, and the way of the side whose turn it is."""
        if not self.names_shown:
            return
        draw_way(canvas, self.layout_of, self.seen.turn)
        draw_numbers(canvas, self.layout_of)
        owner = SEAT_COLOURS.index(str(self.mind_view.owner))
        valued = owner if self.values_shown and self._square_values() is not None else None
        for seat in (0, 1):
            if seat != valued:
                draw_ends(canvas, self.layout_of, seat, (START, OFF))

    def _draw_slip(self, canvas: Canvas) -> None:
        """In a replay, the costly choice that comes next."""

    def graph_marks(self) -> Sequence[int]:
        """Turns that are marked on the curve of a replay."""
        return ()

    def _waiting(self, seat: int) -> int:
        """The pieces in the tray at the start: a captured one is in the air until it is there."""
        flying = self.travel is not None and self.travel.victim is not None
        victim = flying and self.travel is not None and self.travel.seat != seat
        return self.shown.home(seat) - bool(victim)

    def _gone(self, seat: int) -> int:
        travel = self.travel
        leaving = travel is not None and travel.seat == seat and self.arriving["off"]
        return self.shown.off(seat) - bool(leaving)

    def _draw_turn(self, canvas: Canvas) -> None:
        """A brass line at the side whose turn it is."""
        if self.match.over:
            return
        layout, y = self.layout_of, self.layout_of.tray(self.seen.turn)
        canvas.rect((layout.left - 14, y - 16, 4, 32), "brass", 2)

    def _draw_choices(self, canvas: Canvas) -> None:
        """Rings and numbers at the pieces that can move, and the way of the one in question."""
        if self.waiting_for_person is None:
            return
        state, cell = self.seen, self.layout_of.cell
        focus = self._focus()
        for number, move in enumerate(state.moves):
            lit = number == focus
            if move == PASS or not (self.hints or lit):
                continue
            x, y = self._spot(move, False)
            radius = cell * (0.44 if move != "0" else 0.3)
            canvas.ring((x, y - 1), radius, "paper" if lit else "brass", 3)
            if lit:
                self._draw_goal(canvas, move)
            shift = radius * 0.72
            draw_badge(canvas, str(number + 1), (x + shift, y - shift), lit)

    def _focus(self) -> int | None:
        """The number of the move under the mouse or the cursor."""
        if self.hovered_choice in self.seen.moves:
            return int(self.seen.moves.index(self.hovered_choice))
        return self.cursor

    def _draw_goal(self, canvas: Canvas, move: str) -> None:
        """Where a move leads, with the way there as a dotted line."""
        state, layout = self.seen, self.layout_of
        path = layout.way(state.turn, int(move), int(move) + state.roll, state)
        for (x, y), (to_x, to_y) in itertools.pairwise(path):
            for share in (0.25, 0.5, 0.75):
                canvas.circle((x + (to_x - x) * share, y + (to_y - y) * share), 3, "brass")
        off = int(move) + state.roll == state.rule_set.off
        size = (0.5 if off else 0.82) * layout.cell
        draw_piece(canvas, state.turn, path[-1], size, alpha=150)
        canvas.ring(path[-1], size * 0.54, "brass", 2)

    def _draw_travel(self, canvas: Canvas) -> None:
        travel = self.travel
        if travel is None:
            return
        size = 0.82 * self.layout_of.cell
        if travel.victim is not None:
            place, height = travel.captured() if travel.landed else (travel.victim[0], 0.0)  # type: ignore[misc]
            draw_piece(canvas, 1 - travel.seat, place, size, lift=height * size * 0.3)
        place, height = travel.mover()
        draw_piece(canvas, travel.seat, place, size, lift=height * size * 0.24)

    def _draw_flashes(self, canvas: Canvas) -> None:
        colours = {"capture": "vermillion", "rosette": "brass", "off": "green"}
        for flash in self.flashes:
            radius = self.layout_of.cell * (0.42 + 0.4 * flash.share)
            width = 1 + 7 * (1 - flash.share)
            canvas.ring(flash.place, radius, colours[flash.kind], width)

    def _square_values(self) -> tuple[float, ...] | None:
        """A value for the start, every square and off in the mind that is shown, or None."""
        places = RULE_SETS[self.setup.params["rules"]].off + 1
        for item in self.mind_view.mind:
            if isinstance(item, Bars) and len(item.values) == places:
                return item.values
        return None

    @property
    def values_shown(self) -> bool:
        """Whether the square values lie on the board: as chosen, else where a learner is open."""
        if self.show_values is not None:
            return self.show_values
        seat = SEAT_COLOURS.index(str(self.mind_view.owner))
        return self.panel is not None and self.setup.seats[seat].agent in LEARNERS

    def _draw_square_values(self, canvas: Canvas) -> None:
        values = self._square_values()
        if self.values_shown and values is not None:
            seat = SEAT_COLOURS.index(str(self.mind_view.owner))
            draw_values(canvas, self.layout_of, seat, values)
            ends = [
                f"{value:.1f}".replace("-", "\N{MINUS SIGN}")
                for value in values[:: len(values) - 1]
            ]
            draw_ends(canvas, self.layout_of, seat, (f"{START} {ends[0]}", f"{OFF} {ends[1]}"))

    # -- under the board ---------------------------------------------------------------

    def _draw_below(self, canvas: Canvas) -> None:
        layout = self.layout_of
        top = layout.tray(0) + (50 if self._ends_shown else 38)
        room = self.stage[1] + self.stage[3] - 16 - top
        wide = layout.frame[2] - 0.8 * layout.cell
        size = min(62.0, wide * 0.095)
        still = self.shell.theme.reduced_motion
        self.dice.draw(canvas, (layout.left - 4, top + size / 2 + 2), size, still)
        left = wide * 0.54
        message = (layout.left, top + size + 14)
        told = "" if self.dice.rolling else self.told
        canvas.paragraph(told, message, left - 24, LABEL - 4, "paper", most=3)
        if not self.busy:
            self._draw_thinking(canvas, (message[0], message[1] + 34, left - 24, 6.0))
        if self.judged:
            box = (layout.left + left, top, wide - left, min(room, 176.0))
            self._draw_graph(canvas, box)

    def _draw_thinking(self, canvas: Canvas, box: Box) -> None:
        """How far the agent is that thinks now, where it can tell."""
        seat = next((seat for seat in self.match.to_act if seat in self.match.players), None)
        share = None if seat is None else self.session.host.progress(seat)
        if seat is None or share is None:
            return
        x, y, w, h = box
        canvas.rect(box, "line", h / 2)
        canvas.rect((x, y, max(h, w * min(1.0, share)), h), SEAT_COLOURS[seat], h / 2)
        words = f"{self.seat_name(seat)} thinks: {share:.0%}"
        canvas.text(words, (x, y + h + 14), NOTE, "quiet", max_width=w)

    def _draw_graph(self, canvas: Canvas, box: Box) -> None:
        judge = self.judge
        steps = judge.steps[:-1] if self.dice.rolling else judge.steps  # not before it is seen
        values = self.course if self.replaying else [judge.first, *(step.light for step in steps)]
        name = self.seat_name(0)
        title = f"{name} wins" if name != "You" else "You win"
        source = () if judge.exact else (f"Estimated by {judge.source}",)
        room = {words: canvas.text_width(words, NOTE) for words in self._luck_and_skill(steps)}
        changes = [words if w <= box[2] else _shorter(words) for words, w in room.items()]
        words = (*changes, *source)
        marks = self.graph_marks() if self.replaying else ()
        self.graph_box = draw_graph(canvas, box, values, title, words, len(steps), marks)

    def _luck_and_skill(self, steps: Sequence[Any]) -> tuple[str, str]:
        """What all rolls and all choices changed for the person or for light, and the last ones."""
        seat = self.human or 0
        who = "" if seat == 0 and len(self.setup.humans) == 1 else f"{self.seat_name(seat)}: "
        words = []
        for kind, start in (("roll", f"{who}luck"), ("move", "choices of both")):
            these = [step for step in steps if step.kind == kind]
            changes = [step.change if step.seat == seat else -step.change for step in these]
            last = f" (last: {self._whose(these[-1].seat)} {_points(changes[-1])})" if these else ""
            words.append(f"{start} {_points(sum(changes))} points{last}")
        return words[0], words[1]

    def _whose(self, seat: int) -> str:
        """Whose the last change was."""
        one = len(self.setup.humans) == 1
        return "yours" if one and seat == self.human else f"{self.seat_name(seat)}'s"

    # -- what can be chosen --------------------------------------------------------------

    def _choices(self) -> None:
        """The boxes to click: every piece that can move, then where each would go."""
        state = self.seen
        self.choice_boxes = []
        if not hasattr(self, "layout_of") or state.turn not in self.setup.humans:
            return
        moves = [move for move in state.moves if move != PASS]
        half = self.layout_of.cell / 2
        for target in (False, True):
            for move in moves:
                x, y = self._spot(move, target)
                self.choice_boxes.append(((x - half, y - half, 2 * half, 2 * half), move))

    def _spot(self, move: str, target: bool) -> tuple[float, float]:
        """Where a move's piece stands, or where it would go."""
        state, source = self.seen, int(move)
        if target:
            end = source + state.roll
            return self.layout_of.place(state.turn, end, state.off(state.turn), state.pieces)
        home = state.home(state.turn) - 1
        return self.layout_of.place(state.turn, source, home, state.pieces)


def _shorter(words: str) -> str:
    """A line of luck or choices for a narrow window."""
    return words.replace(" points", "").replace("last: ", "")


def _points(share: float) -> str:
    """A change of a probability in whole points, with its sign."""
    return f"{round(100 * share):+d}".replace("-", "\N{MINUS SIGN}")
