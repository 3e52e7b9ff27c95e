"""The screen of Set: a table of cards, the clock of the race, and the other's sealed claim.

Marking the last card claims at once. The opponent's claim was sealed when the table was laid; the
turn is played when the first claim counts, and then the seal opens.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, Final

from games.core import Event, Turn
from games.session.reveal import Reveal
from games.session.setup import HUMAN, Setup
from games.set import PLACES, figures, places
from games.set.drawing import draw_back, draw_card
from games.set.report import report, times
from games.set.rules.cards import NUMBERS, kind_of
from games.set.rules.claims import Claim, earliest, right_claims
from games.set.rules.state import FREE, State
from games.set.telling import feature_words, outcome, sealed_words, seconds
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import EDGE, LABEL, NOTE, SEAT_COLOURS, SEAT_MARKS, TEXT
from games.shell.draw.tween import Timer, ease_out
from games.shell.hooks import Report
from games.shell.input import InputEvent, Pointer, Press
from games.shell.shell import Shell
from games.shell.table import PANEL_WIDTH, Table
from games.shell.widgets.basic import inside
from games.store.statistics import MatchResult

DEAL_SECONDS: Final = 0.24
SHOW_SECONDS: Final = 1.6
"""How long a claim is shown before the next table; by eye."""
WRONG_SECONDS: Final = 1.2
TICK: Final = 1 / 10
"""Seconds between two pictures of the clock."""
ARROWS: Final = {"left": -3, "right": 3, "up": -1, "down": 1}
WIDE_ENOUGH: Final = 700.0
_FOOT: Final = 132.0
_HEAD: Final = 168.0


class Scene(Table):
    """A match of Set on the screen."""

    help_figures = staticmethod(figures.help_figures)
    turn_pause = 0.0

    def __init__(self, shell: Shell, setup: Setup, turns: Sequence[Turn] = ()) -> None:
        """As the table has it."""
        self.dealing, self.showing = Timer(), Timer()
        self.marked: list[int] = []
        self.cursor: int | None = None
        self.hinted = 0
        self.hints_used = 0
        self.letters = False
        super().__init__(shell, setup, turns)
        self.place(self.stage)

    # -- the match ---------------------------------------------------------------------

    def begin(self) -> None:
        """Everything at the start, or where the turns that were played before have led."""
        self.mind_view.accent = "purple"
        self.hints_used = 0
        self.on_changed()

    def on_changed(self) -> None:
        """Show the table as it stands now."""
        self.dealing.stop()
        self.showing.stop()
        self._forget()
        self.fresh: list[int] = []
        self.last_race: Event | None = None
        self.sealed = ""
        self.before: State | None = None
        races = [e for e in self.events() if e.kind == "race"]
        self.last_race = races[-1] if races else None

    def _forget(self) -> None:
        self.marked, self.hinted = [], 0

    def events(self) -> list[Event]:
        """All that has happened in the match so far."""
        return [event for reveal in self.session.played for event in reveal.events]

    def seat_name(self, seat: int) -> str:
        """Who fills a seat, for people."""
        if self.setup.seats[seat].agent == HUMAN and len(self.session.people) == 1:
            return "You"
        return super().seat_name(seat)

    @property
    def table(self) -> tuple[int, ...]:
        """The cards on the table, as they are to be seen."""
        state: State = self.before if self.before is not None else self.seen
        return state.table

    def drive(self, dt: float) -> None:
        """Let the match go on; what lay before a claim is kept to be shown."""
        state: State = self.match.state
        laid = state if not state.waiting and not state.over else None
        super().drive(dt)
        if laid is not None and self.match.state is not state:
            self.before = laid if self.busy else None

    def show(self, reveal: Reveal) -> None:
        """A card was laid, or a race ended."""
        for event in reveal.events:
            if event.kind == "card":
                self.fresh.append(event.data["place"])
                self.before = None
                if not self.seen.waiting:
                    self._laid()
            elif event.kind == "race":
                self._ended(event, reveal)

    def _laid(self) -> None:
        self.dealing.start(0.0 if self.shell.theme.reduced_motion else DEAL_SECONDS)
        self.shell.play_sound("move")

    def _ended(self, event: Event, reveal: Reveal) -> None:
        self._forget()
        self.fresh = []
        self.last_race = event
        result, seat = event.data["result"], event.data["seat"]
        other = next((s for s in reveal.moves if s != seat and s in self.match.players), None)
        moves = reveal.moves
        self.sealed = (
            ""
            if other is None or seat is None
            else sealed_words(event.data, moves[other], self.seat_name(other))
        )
        people = self.session.people
        self.shell.play_sound(
            "wrong" if result == "wrong" else "right" if seat in people else "opened"
        )
        self.showing.start(WRONG_SECONDS if result == "wrong" else SHOW_SECONDS)

    # -- what moves --------------------------------------------------------------------

    def animate(self, dt: float) -> None:
        """Move on what is dealt and shown."""
        self.dealing.update(dt)
        if self.showing.update(dt):
            self.before = None

    @property
    def busy(self) -> bool:
        """While a claim is shown or cards turn up, the clock of the race stands still."""
        return self.dealing.running or self.showing.running

    def next_frame(self) -> float | None:
        """A race has a clock that is seen to run."""
        due = super().next_frame()
        if due is None and not self.finished and self.racing:
            return TICK
        return due

    @property
    def racing(self) -> bool:
        """Whether a table lies and somebody can claim."""
        return not self.busy and not self.seen.waiting and not self.session.over

    def skip(self) -> None:
        """On with the next table."""
        self.dealing.stop()
        self.showing.stop()
        self.before = None

    # -- choosing ----------------------------------------------------------------------

    def claimer(self) -> int | None:
        """The seat of the person who claims by this keyboard; None where nobody can."""
        people = self.session.people
        if not self.racing or not people or self.session.thinking:
            return None
        return people[0]

    def mark(self, place: int) -> bool:
        """Mark or unmark a card; the last one claims."""
        seat, state = self.claimer(), self.seen
        lying = len(state.table) + len(state.beside)
        if seat is None or not 0 <= place < lying:
            return False
        if place in self.marked:
            self.marked.remove(place)
            return True
        self.marked.append(place)
        self.shell.play_sound("press")
        size = state.size
        beside = [p for p in self.marked if p >= len(state.table)]
        if state.beside and len(self.marked) >= size and len(beside) != 1:
            self.marked = [place, *beside[-1:]] if place not in beside else [place]
            return True
        if len(self.marked) == size:
            self.claim(seat)
        return True

    def claim(self, seat: int, word: str = "") -> bool:
        """Claim what is marked, or that there is no set, at this moment."""
        state: State = self.match.state
        ms = max(round(self.session.raced * 1000), earliest(state, seat))
        every = (*state.table, *state.beside)
        cards = () if word else tuple(every[place] for place in sorted(self.marked))
        self.marked = []
        if not self.session.choose(seat, Claim(ms, cards, word).text()):
            left = seconds(state.frozen[seat] - self.session.raced * 1000)
            self.shell.toast(f"You are frozen for {left} more.")
            return False
        self.session.raced = max(self.session.raced, ms / 1000)
        return True

    def give_up(self) -> None:
        """Nobody finds one here: wait, or say that there is none where it has to be said."""
        seat = self.claimer()
        if seat is None:
            return
        if self.spec.params(self.setup.params)["none"] == "call":
            self.claim(seat, "none")
        elif self.session.choose(seat, "wait"):
            self.shell.toast("You give this table up. It goes on when the other claims or waits.")

    def hint(self) -> None:
        """One card more of the likest set; not against one who learns from your times."""
        seat = self.claimer()
        if seat is None:
            return
        if any(self.setup.seats[s].agent == "mirror" for s in (0, 1)):
            self.shell.toast("The mirror learns from your times, so there are no hints here.")
            return
        found = right_claims(self.seen)
        if not found:
            self.shell.toast("There is no set on this table.")
            return
        self.hints_used += not self.hinted
        self.hinted = min(self.hinted + 1, self.seen.size)

    def hint_cards(self) -> tuple[int, ...]:
        """The cards of the hint that are shown."""
        if not self.hinted:
            return ()
        return min(right_claims(self.seen), key=kind_of)[: self.hinted]

    def press(self, event: Press) -> bool:
        """Cards by their keys or the cursor; else as the table has it."""
        if self.busy and event.action.startswith("card_"):
            self.skip()
            return True
        if event.action.startswith("card_") and not event.repeat:
            return self._press_card(int(event.action.removeprefix("card_")))
        if event.action in ARROWS and self.claimer() is not None:
            self._move_cursor(ARROWS[event.action])
            return True
        if event.action in ("confirm", "skip", "choice_1") and not event.repeat:
            if self.busy:
                self.skip()
                return True
            return self.cursor is not None and self.mark(self.cursor)
        if event.repeat:
            return super().press(event)
        acts = {"hint": self.hint, "give_up": self.give_up, "letters": self.toggle_letters}
        if event.action in acts:
            acts[event.action]()
            return True
        return super().press(event)

    def _press_card(self, place: int) -> bool:
        if place < len(self.seen.table):
            return self.mark(place)
        if place == PLACES - 1:  # its key is that of the mind where no card lies there
            self.toggle_mind()
            return True
        return False

    def toggle_letters(self) -> None:
        """A letter on each card for its colour, or none."""
        self.letters = not self.letters

    def _move_cursor(self, step: int) -> None:
        lying = len(self.seen.table) + len(self.seen.beside)
        self.cursor = 0 if self.cursor is None else min(max(0, self.cursor + step), lying - 1)

    def point(self, event: Pointer) -> bool:
        """The pointer marks what it presses."""
        if event.kind == "down" and event.button == 1 and not self._over_panel(event):
            hit = next(
                (n for n, b in enumerate(self._boxes()) if inside(b, event.x, event.y)), None
            )
            if hit is not None:
                if self.busy:
                    self.skip()
                    return True
                self.cursor = None
                return self.mark(hit)
            for box, _, action in self._buttons():
                if inside(box, event.x, event.y):
                    return self.press(Press(action))
        return super().point(event)

    def _over_panel(self, event: Pointer) -> bool:
        return self.panel is not None and inside(self.panel, event.x, event.y)

    def handle_game(self, event: InputEvent) -> bool:
        """Nothing else."""
        return False

    # -- the end -----------------------------------------------------------------------

    def report(self) -> Report:
        """Who took what, and how quickly."""
        found = report(self.events(), self.match.returns, self.names(), self.session.human)
        if not self.hints_used:
            return found
        told = f"Hints were shown on {self.hints_used} tables."
        return Report(
            found.headline, (*found.lines, told), found.items, found.outcome, brief=found.brief
        )

    def result(self, own: int) -> MatchResult | None:
        """What is recorded: sets, and the seconds that they took."""
        found = super().result(own)
        if found is None:
            return None
        own_times = [s for part in times(self.events(), own).values() for s in part]
        state: State = self.match.state
        counters = {
            "sets": state.taken[own],
            "sets_other": state.taken[1 - own],
            "tenths": round(10 * sum(own_times)),
            "hinted": self.hints_used,
        }
        return dataclasses.replace(found, counters=counters)

    # -- the stage ---------------------------------------------------------------------

    def place(self, stage: Box) -> None:
        """The table in the middle, where it stays when the mind view opens beside it."""
        x, y, w, h = stage
        whole = w
        if self.panel is not None:
            whole = min(w, self.panel[0] - x)
        elif w - PANEL_WIDTH >= WIDE_ENOUGH:
            whole = w - PANEL_WIDTH
        self.room: Box = (x + EDGE / 2, y + _HEAD, whole - EDGE, h - _HEAD - _FOOT)
        self.foot: Box = (x + EDGE / 2, y + h - _FOOT + 8, whole - EDGE, _FOOT - 20)

    def _boxes(self) -> list[Box]:
        state: State = self.before if self.before is not None else self.seen
        room = self.room
        wide = self.stage[2] - EDGE if self.panel is None else room[2]
        if len(state.table) > state.base:
            room = (room[0], room[1], max(room[2], wide), room[3])
        aside: list[Box] = []
        if state.beside:
            x, y, w, h = room
            aside = places.beside((x, y, w, 84.0), len(state.beside))
            room = (x, y + 96, w, h - 96)
        return [*places.boxes(room, len(state.table), state.base), *aside]

    def draw_stage(self, canvas: Canvas) -> None:
        """The cloth, the cards, who has what, and what is said."""
        canvas.sprite("set-backdrop", self.stage)
        self._draw_head(canvas)
        self._draw_cards(canvas)
        self._draw_foot(canvas)

    def _draw_head(self, canvas: Canvas) -> None:
        state: State = self.seen
        goal = state.terms.goal
        left = f"{sum(state.taken)} of {goal} sets" if goal else f"{state.left} cards left"
        place = (self.stage[0] + EDGE, 40.0)
        canvas.text(left, place, LABEL, "quiet", "bold")
        points = state.points
        names = self.names()
        right = self.room[0] + self.room[2] + EDGE / 2
        self.draw_points(canvas, 0, names[0], points[0], self.stage[0] + EDGE, 1)
        self.draw_points(canvas, 1, names[1], points[1], right - EDGE, -1)
        if self.racing and not self.session.thinking:
            middle = (self.room[0] + self.room[2] / 2, 116.0)
            canvas.text(f"{self.session.raced:.1f}", middle, 40, "paper", "title", "centre")

    def draw_points(
        self, canvas: Canvas, seat: int, name: str, points: int, x: float, side: int
    ) -> None:
        """A seat's mark, name and points, from `x` to the right (`side` 1) or to the left (-1)."""
        align = "left" if side > 0 else "right"
        canvas.icon(SEAT_MARKS[seat], (x + side * 12, 92), 24, SEAT_COLOURS[seat])
        canvas.text(name, (x + side * 34, 92), LABEL, SEAT_COLOURS[seat], "bold", align, 180)
        canvas.text(str(points), (x, 132), 40, "paper", "title", align)

    def _draw_cards(self, canvas: Canvas) -> None:
        state: State = self.before if self.before is not None else self.seen
        hidden = self.shell.top is not self and not self.setup.demo and not self.finished
        claimed = self._claimed()
        wrong = self.last_race is not None and self.last_race.data["result"] == "wrong"
        hints = self.hint_cards() if self.racing else ()
        every = (*state.table, *state.beside)
        progress = ease_out(self.dealing.progress) if self.dealing.running else 1.0
        for place, (card, box) in enumerate(zip(every, self._boxes(), strict=True)):
            if card == FREE:
                continue
            if hidden:
                draw_back(canvas, box)
                continue
            mark = ""
            if place in self.marked:
                mark = "brass"
            elif card in claimed:
                mark = "vermillion" if wrong else "green"
            elif card in hints:
                mark = "sky"
            elif place == self.cursor:
                mark = "quiet"
            alpha = round(255 * progress) if place in self.fresh and self.dealing.running else 255
            draw_card(canvas, card, box, mark, self._with_letters(canvas), alpha)
            if self.racing and place < PLACES and place < len(state.table):
                self._draw_key(canvas, place, box)

    def _with_letters(self, canvas: Canvas) -> bool:
        return self.letters or canvas.theme.high_contrast

    def _draw_key(self, canvas: Canvas, place: int, box: Box) -> None:
        if not self.session.people or self.shell.input.state.device == "gamepad":
            return
        x, y, w, h = box
        label = self.shell.input.label(f"card_{place}")
        place_at = (x + w - h * 0.1, y + h * 0.88)
        canvas.text(label, place_at, max(11.0, h * 0.13), (150, 146, 156), "bold", "centre")

    def _claimed(self) -> tuple[int, ...]:
        if self.last_race is None or not self.showing.running:
            return ()
        return tuple(NUMBERS[name] for name in self.last_race.data["cards"])

    def _draw_foot(self, canvas: Canvas) -> None:
        x, y, w, _ = self.foot
        if self.last_race is None:
            told = "Three cards, each feature all alike or all different: mark them."
            if self.seen.size == 4:
                told = "Four cards: two pairs with the same third card."
            canvas.paragraph(told, (x + EDGE / 2, y + 8), w - EDGE, TEXT, "paper", most=2)
        else:
            self._draw_last(canvas, self.last_race.data)
        for box, label, action in self._buttons():
            hovered = inside(box, *self.shell.input.state.pointer)
            canvas.panel(box, "high" if hovered else "raised", "line", 1.5, 10)
            key = self.shell.input.label(action)
            middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
            text = f"{label} ({key})" if key else label
            canvas.text(text, middle, NOTE, "paper", "text", "centre", box[2] - 12)

    def _draw_last(self, canvas: Canvas, data: Any) -> None:
        x, y, w, _ = self.foot
        told = outcome(data, self.names())
        used = canvas.paragraph(told, (x + EDGE / 2, y), w - EDGE, TEXT, "paper", most=2)
        if self.sealed:
            used += canvas.paragraph(
                self.sealed, (x + EDGE / 2, y + used), w - EDGE, NOTE, "brass", most=1
            )
        if data["result"] == "set" and len(data["cards"]) == 3:
            rows = feature_words([NUMBERS[name] for name in data["cards"]])
            told = " · ".join(f"{name} {kind}" for name, kind, _ in rows)
            canvas.paragraph(told, (x + EDGE / 2, y + used), w - EDGE, NOTE, "quiet", most=1)

    def _buttons(self) -> list[tuple[Box, str, str]]:
        """What can be done beside claiming: box, label, action."""
        if not self.session.people or self.setup.demo:
            return []
        x, y, w, h = self.foot
        none = "No set" if self.setup.params.get("none") == "call" else "Give up"
        wide = min(150.0, (w - EDGE) / 3 - 8)
        names = ((none, "give_up"), ("Hint", "hint"), ("Letters", "letters"))
        return [
            ((x + EDGE / 2 + number * (wide + 8), y + h - 36, wide, 34.0), label, action)
            for number, (label, action) in enumerate(names)
        ]
