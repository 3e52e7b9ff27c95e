"""The page of the first lesson: six steps, by keys, mouse or pad, and then a first game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from games.session.starting import make_setup
from games.set import SPEC
from games.set.drawing import ASPECT, draw_card, words
from games.set.rules.cards import NUMBERS, is_set
from games.set.words import feature_words, why_wrong
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import RIGHT, WRONG
from games.shell.draw.theme import EDGE, HEADING, LABEL, NOTE, TEXT
from games.shell.guide_text import guide_section
from games.shell.input import InputEvent, Press
from games.shell.opening import ensure_profile, start_table
from games.shell.shell import Scene, Shell
from games.shell.widgets.basic import Button
from games.shell.widgets.form import Form, Look, Widget

SHADING: Final = "shading"
"""The feature that all junior cards share: nothing is said of it."""
A_SET: Final = "It is a set"


class LessonStep(NamedTuple):
    """A step: its `id` in `guide.md`, `shown` cards, and `choices`, right the one at `answer`.

    Choices are cards that complete the two shown, or words about the three shown. Where `answer`
    is None the choices are a table on which three cards are to be marked that are a set.
    """

    id: str
    shown: tuple[str, ...]
    choices: tuple[str, ...]
    answer: int | None

    @property
    def of_cards(self) -> bool:
        """True if cards are to be chosen."""
        return self.choices[0] in NUMBERS


STEPS: Final = (
    LessonStep("number", ("0000", "0001"), ("1002", "0002", "0102"), 1),
    LessonStep("colour", ("0101", "1101"), ("2101", "2001", "2100"), 0),
    LessonStep("shape", ("2002", "2102"), ("1202", "2201", "2202"), 2),
    LessonStep("all-at-once", ("0000", "1101"), ("2201", "2202", "1202"), 1),
    LessonStep("broken", ("0000", "1101", "2201"), ("Colour", "Shape", "Number", A_SET), 2),
    LessonStep("first-table", (), ("2000", "2100", "0102", "1101", "2002", "1100"), None),
)


def cards_of(names: Sequence[str]) -> list[int]:
    """Return cards by their digits."""
    return [NUMBERS[name] for name in names]


def tried(step: LessonStep, picks: Sequence[int]) -> tuple[bool, str]:
    """Return whether these choices are right, and a sentence about them."""
    if not step.of_cards:
        right = list(picks) == [step.answer]
        found = why_wrong(cards_of(step.shown))
        chosen = step.choices[picks[0]]
        wrong = "Look again: one feature is neither alike nor different."
        if chosen != A_SET:
            wrong = f"The {chosen.lower()} is fine: {values_of(step.shown, chosen.lower())}."
        return right, found if right else wrong
    cards = cards_of([*step.shown, *(step.choices[pick] for pick in picks)])
    if is_set(*cards):
        return True, "A set."
    return False, why_wrong(cards)


def values_of(names: Sequence[str], feature: str) -> str:
    """Return the values of three cards in a feature, in words."""
    return next(said for name, _, said in feature_words(cards_of(names)) if name == feature)


def rows_of(names: Sequence[str]) -> list[tuple[str, str, str]]:
    """Return of three cards each feature but the shading: its name, how it is, and its values."""
    return [row for row in feature_words(cards_of(names)) if row[0] != SHADING]


TITLE: Final = "First lesson"
FIRST_OPPONENT: Final = "steady-1"
FOOT: Final = 84.0  # units; chosen by eye
GAP: Final = 16.0
WIDEST: Final = 230.0
END: Final = "end"
"""The section of `guide.md` for when all steps are done."""


class CardButton(Widget):
    """A card that can be chosen; `picked` marks the chosen ones."""

    def __init__(self, name: str, action: Callable[[], None]) -> None:
        super().__init__()
        self.card, self.action = NUMBERS[name], action
        self.label = words(self.card)
        self.picked = self.wrong = False

    def activate(self) -> None:
        """Choose it."""
        if self.enabled:
            self.action()

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the card, its frame where it is chosen, a ring where it has the focus."""
        mark = "brass" if self.picked else WRONG if self.wrong else ""
        mark = mark or ("quiet" if look.hovered else "")
        draw_card(canvas, self.card, self.box, mark)
        self.ring(canvas, look)


class Lesson(Scene):
    """One step after another; an answer is explained, and the way on opens when it is right."""

    title = TITLE
    contexts = ("menu", "choice", "all")

    def __init__(self, shell: Shell, playing: bool = False) -> None:
        """Begin; with `playing` the match waits below, and the end leads back to it."""
        super().__init__(shell)
        self.playing = playing
        self.number = 0
        self.picks: list[int] = []
        self.right = False
        self.told = ""
        self.size = shell.size
        self.form = Form((), shell.play_sound)
        self.next = Button("Next", self._next, "main", "forward")
        self.before = Button("Before", self._before, icon="back")
        self.leaving = Button("Back", shell.pop, icon="close")
        self._begin(0)

    @property
    def step(self) -> LessonStep | None:
        """The present step, None at the end."""
        return STEPS[self.number] if self.number < len(STEPS) else None

    # -- what can be done --------------------------------------------------------------

    def _begin(self, number: int) -> None:
        self.number, self.picks, self.right, self.told = number, [], False, ""
        self.choices: list[Widget] = []
        step = self.step
        for place, choice in enumerate(step.choices if step is not None else ()):

            def pick(place: int = place) -> None:
                self.pick(place)

            made = CardButton(choice, pick) if choice in NUMBERS else Button(choice, pick)
            self.choices.append(made)
        self._refresh()
        self.form.focus_on(self.choices[0] if self.choices else self.next)

    def _refresh(self) -> None:
        last = self.step is None
        done = "Back to your match" if self.playing else "Play a first game"
        self.next.label = done if last else "Next"
        self.next.icon = "play" if last else "forward"
        self.next.enabled = last or self.right
        self.before.enabled = self.number > 0
        focused = self.form.focused
        self.form.widgets = [*self.choices, self.next, self.before, self.leaving]
        if focused is not None and focused in self.form.widgets:
            self.form.focus_on(focused)
        self.layout(*self.size)

    def pick(self, place: int) -> None:
        """Choose; on a table the third card decides."""
        step = self.step
        if step is None or self.right:
            return
        self._clear_wrong()
        if place in self.picks:
            self.picks.remove(place)
        else:
            self.picks.append(place)
        if len(self.picks) == (3 if step.answer is None else 1):
            self._decide(step)
        self._mark()

    def _clear_wrong(self) -> None:
        for widget in self.choices:
            if isinstance(widget, CardButton):
                widget.wrong = False

    def _decide(self, step: LessonStep) -> None:
        self.right, self.told = tried(step, self.picks)
        self.shell.play_sound("right" if self.right else "wrong")
        if not self.right:
            for place in self.picks:
                widget = self.choices[place]
                if isinstance(widget, CardButton):
                    widget.wrong = True
            self.picks = []
        self._refresh()
        if self.right:
            self.form.focus_on(self.next)

    def _mark(self) -> None:
        for place, widget in enumerate(self.choices):
            if isinstance(widget, CardButton):
                widget.picked = place in self.picks

    def _next(self) -> None:
        if self.step is None and self.playing:
            self.shell.pop()
        elif self.step is None:
            self._play()
        elif self.right:
            self._begin(self.number + 1)

    def _before(self) -> None:
        self._begin(max(0, self.number - 1))

    def _play(self) -> None:
        """A game with junior cards against the slowest."""
        ensure_profile(self.shell)
        setup = make_setup(SPEC.id, FIRST_OPPONENT, None, {"mode": "junior"}, False)
        self.shell.replace(start_table(self.shell, setup))

    # -- the scene ---------------------------------------------------------------------

    def handle(self, event: InputEvent) -> bool:
        """Choose by numbers, arrows and Enter; leave with back."""
        if isinstance(event, Press) and not event.repeat:
            if event.action in ("back", "pause"):
                self.shell.pop()
                return True
            number = event.action.removeprefix("choice_")
            if number != event.action and event.device != "gamepad":
                if number.isdecimal() and int(number) <= len(self.choices):
                    self.pick(int(number) - 1)
                return True
        return self.form.handle(event)

    def layout(self, width: float, height: float) -> None:
        """Place words above, the cards shown, the choices, the way on below."""
        self.size = (width, height)
        top = height - FOOT + 16
        self.next.box = (width - EDGE - 240, top, 240, 48)
        self.before.box = (width - EDGE - 240 - 156, top, 144, 48)
        self.leaving.box = (EDGE, top, 144, 48)
        step = self.step
        if step is None:
            return
        if step.answer is None:
            places = self._boxes(len(self.choices), 0.30, 0.60, 3)
        elif step.of_cards:
            places = self._boxes(len(self.choices), 0.57, 0.19, len(self.choices))
        else:
            places = self._words(len(self.choices))
        for widget, box in zip(self.choices, places, strict=True):
            widget.box = box

    def _boxes(self, cards: int, top: float, tall: float, columns: int) -> list[Box]:
        """Return boxes for cards in rows, between a share of the height and another below it."""
        width, height = self.size
        room = (height - FOOT) * tall
        rows = -(-cards // columns)
        wide = min(WIDEST, (width - 2 * EDGE - (columns - 1) * GAP) / columns)
        high = min(wide / ASPECT, (room - (rows - 1) * GAP) / rows)
        wide = high * ASPECT
        left = (width - columns * wide - (columns - 1) * GAP) / 2
        return [
            (
                left + place % columns * (wide + GAP),
                (height - FOOT) * top + place // columns * (high + GAP),
                wide,
                high,
            )
            for place in range(cards)
        ]

    def _words(self, count: int) -> list[Box]:
        width, height = self.size
        wide = min(200.0, (width - 2 * EDGE - (count - 1) * GAP) / count)
        left = (width - count * wide - (count - 1) * GAP) / 2
        top = (height - FOOT) * 0.62
        return [(left + place * (wide + GAP), top, wide, 52.0) for place in range(count)]

    def draw(self, canvas: Canvas) -> None:
        """Draw the step: its words, its cards, and what was tried."""
        canvas.sprite("set-backdrop", (0, 0, *self.size))
        step = self.step
        where = f"{TITLE} · {min(self.number + 1, len(STEPS))} of {len(STEPS)}"
        canvas.text(where, (EDGE, 36), NOTE, "quiet", "bold")
        words = guide_section(SPEC.id, END if step is None else step.id)
        canvas.text(words.title, (EDGE, 70), HEADING, "brass", "title")
        canvas.paragraph(words.words, (EDGE, 96), self.size[0] - 2 * EDGE, TEXT, "paper", most=4)
        if step is not None:
            self._draw_shown(canvas, step)
            self._draw_told(canvas, step)
        else:
            self._draw_end(canvas)
        self.form.draw(canvas)

    def _draw_shown(self, canvas: Canvas, step: LessonStep) -> None:
        """Draw the cards that are given, and a place for the third where one is asked for."""
        if not step.shown:
            return
        asked = step.of_cards
        boxes = self._boxes(3, 0.30, 0.22, 3)
        for card, box in zip(cards_of(step.shown), boxes, strict=False):
            draw_card(canvas, card, box)
        if asked:
            x, y, w, h = boxes[2]
            if self.right and self.picks:
                draw_card(canvas, NUMBERS[step.choices[self.picks[0]]], boxes[2], RIGHT)
                return
            canvas.outline(boxes[2], "brass", 2, h * 0.1)
            canvas.text("?", (x + w / 2, y + h / 2), HEADING, "brass", "title", "centre")

    def _draw_told(self, canvas: Canvas, step: LessonStep) -> None:
        """Draw the answer: why it is right, feature by feature, or the broken feature."""
        if not self.told:
            return
        width, height = self.size
        y = (height - FOOT) * (0.80 if step.answer is not None else 0.925)
        if not self.right:
            icon, colour, told = "close", WRONG, self.told
        elif step.of_cards:
            chosen = [step.choices[place] for place in self.picks]
            rows = rows_of([*step.shown, *chosen])
            told = "A set: " + ", ".join(f"{name} {kind}" for name, kind, _ in rows) + "."
            icon, colour = "check", RIGHT
        else:
            icon, colour, told = "check", RIGHT, f"Right. {self.told}"
        wide = min(width - 2 * EDGE - 40, canvas.text_width(told, LABEL - 4, "bold"))
        left = (width - wide) / 2
        canvas.icon(icon, (left - 22, y + 10), 22, colour)
        canvas.paragraph(told, (left, y), wide + 4, LABEL - 4, colour, "bold", most=2)

    def _draw_end(self, canvas: Canvas) -> None:
        """Draw the set that was found, large."""
        boxes = self._boxes(3, 0.42, 0.30, 3)
        for card, box in zip(cards_of(("2100", "0102", "1101")), boxes, strict=True):
            draw_card(canvas, card, box, RIGHT)
