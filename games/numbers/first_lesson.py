"""The first start of the arcade: no menu, five keys of Numbers, and then the hall.

The machine that guesses is the one of the game, in a session like any other, so each guess is
sealed before its key is read; at the end each seal can be checked. Only the fact that it was shown
is kept: it never comes again. For a player who plays on, what the machine saw is kept too.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from games import catalog
from games.agents import LostWeights
from games.core import Seal, Seating
from games.numbers import SPEC, drawing
from games.numbers.drawing import HIT, MISS, Letter
from games.numbers.rules import KEYS, MACHINE, PERSON
from games.session.setup import HUMAN, Setup
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import OWN
from games.shell.draw.theme import HEADING, LABEL, NOTE, TEXT, TITLE
from games.shell.draw.tween import Timer, ease_in_out
from games.shell.guide_text import guide_section
from games.shell.input import InputEvent, Pointer, Press
from games.shell.pages.poster import draw_backdrop
from games.shell.shell import Scene, Shell
from games.shell.widgets.basic import Button, Form, Look, inside

if TYPE_CHECKING:
    from games.session.session import Session

MODEST: Final = 1
"""At most this many keys of five foreseen are as many as chance has, or fewer."""
FORESEEN: Final = 3
"""So many keys of five are known by chance once in ten times: enough to speak of."""
LENGTH: Final = 5
"""So many keys are asked for: enough to see the machine right once or twice."""
# Seconds, chosen by eye.
OPENING: Final = 0.5
REST: Final = 0.8  # after the last key, in which keys meant for the game do nothing
END: Final = (208.0, 52.0)  # a button at the end; units, chosen by eye
CARD: Final = (252.0, 168.0)  # units; chosen by eye
KEY: Final = (96.0, 64.0)


def welcome_words(hits: int) -> str:
    """Return the words at the end, with the number of keys foreseen: `hits`."""
    return f"I knew {hits or 'none'} of {LENGTH}. Welcome."


def chance_words(hits: int) -> str:
    """Return what `hits` of five keys prove: chance alone has one or two."""
    return said("enough" if hits >= FORESEEN else "few" if hits > MODEST else "modest")


def said(section: str) -> str:
    """Return the words of a `section` of `guide.md`."""
    return guide_section(SPEC.id, section).words


class FirstLesson(Scene):
    """Five keys against the sealed guesses of the machine; then, or with Esc, the hall."""

    title = "Open Mind Arcade"
    contexts: tuple[str, ...] = ("choice", "menu", "all")

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.session: Session | None = None
        self.pairs: list[tuple[str, str]] = []
        self.pending: deque[str] = deque()
        self.opened: list[tuple[int, str, Seal]] = []  # the number, what stood under it, the seal
        self.opening = Timer()
        self.letter = Letter()
        self.skip = Button("Skip", self.close, "quiet", "forward")
        self.end = Form(
            (
                Button("Play on", self._play_on, "main", "play"),
                Button("Check it", self._check, icon="lock"),
                Button("To the hall", self.close, icon="forward"),
            ),
            shell.play_sound,
        )
        self.key_boxes: list[tuple[Box, str]] = []
        self._drawn = False
        self._age = 0.0  # since the last key was opened
        self._size = shell.size

    @property
    def hits(self) -> int:
        """The number of keys that the machine foresaw."""
        return sum(key == guess for key, guess in self.pairs)

    @property
    def seal(self) -> Seal | None:
        """The seal of the next guess, once there is one."""
        return None if self.session is None else self.session.seals.get(MACHINE)

    @property
    def over(self) -> bool:
        """True if all keys are pressed and opened."""
        return len(self.pairs) >= LENGTH and not self.opening.running

    # -- the match ---------------------------------------------------------------------

    def _begin(self) -> None:
        """Seat the machine, once the first frame is shown; that this was shown is kept first."""
        from games.session.session import Session  # not before the first frame

        self.shell.change_settings(welcomed=True)
        for agent in (SPEC.opponents.default, SPEC.opponents.spare):
            try:
                seats = (Seating(HUMAN), Seating(catalog.agent(SPEC.id, agent).id))
                setup = Setup(SPEC.id, seats, {**SPEC.params(), "keys": LENGTH}, 0)
                self.session = Session(setup, None, log_fault=self.shell.log_fault)
                return
            except LostWeights:
                continue

    def _play(self, dt: float) -> None:
        """Let the machine seal its guess, and press what waits."""
        session = self.session
        if session is None or session.over:
            return
        session.advance(dt)
        if not self.pending or self.opening.running or session.due() != PERSON:
            return
        digits = session.seals[MACHINE].commitment
        session.choose(PERSON, self.pending.popleft())
        reveal = session.advance(0.0)
        if reveal is None:
            return
        key, guess = reveal.moves[PERSON], reveal.moves[MACHINE]
        self.pairs.append((key, guess))
        self.opened.append((len(self.pairs), digits, reveal.seals[MACHINE]))
        self.opening.start(0.0 if self.shell.theme.reduced_motion else OPENING)
        self.shell.play_sound("right" if key == guess else "wrong")
        session.advance(0.0)  # the next guess is sealed at once

    def press_key(self, key: str) -> None:
        """Take a `key`; one that comes before the guess is sealed waits for it."""
        if len(self.pairs) + len(self.pending) < LENGTH:
            self.pending.append(key)

    def close(self) -> None:
        """Go back to the hall."""
        self.shell.change_settings(welcomed=True)
        self.shell.pop()

    def _check(self) -> None:
        """Open the page that computes each seal anew."""
        from games.shell.pages.seal_page import SealPage

        self.shell.push(SealPage(self.shell, self.opened, noun="key"))

    def _play_on(self) -> None:
        """Open a match of Numbers whose machine knows these five keys."""
        from games.session.memory import Memory
        from games.shell.opening import ensure_profile, open_game

        assert self.session is not None
        shell, session = self.shell, self.session
        ensure_profile(shell)
        memory = Memory.of(shell.library, shell.settings, shell.toast)
        memory.keep(session.setup, session.match, self._failed)
        try:
            table = open_game(shell, SPEC.id, None, None, {}, False)
        except LostWeights as problem:
            self.close()
            shell.toast(str(problem))
            return
        shell.replace(table)

    def _failed(self, seat: int, fault: BaseException) -> None:
        """Note that the machine could not say what it learned; it plays on without."""
        self.shell.log_fault(fault)

    def leave(self) -> None:
        """Let the worker go, where there is one."""
        if self.session is not None:
            self.session.close()

    # -- the scene ---------------------------------------------------------------------

    def layout(self, width: float, height: float) -> None:
        """Place two cards, five places, four keys, the way out, and the buttons of the end."""
        self._size = (width, height)
        wide, tall = CARD
        middle, top = width / 2, height * 0.34
        self.key_card: Box = (middle - 52 - wide, top, wide, tall)
        self.letter_box: Box = (middle + 52, top, wide, tall)
        self.mark_at = (middle, top + tall / 2)
        wide, tall = KEY
        left = middle - 2 * wide - 24
        self.key_boxes = [
            ((left + number * (wide + 16), height * 0.76, wide, tall), key)
            for number, key in enumerate(KEYS)
        ]
        self.skip.box = (width - 32 - 180, height - 32 - 48, 180, 48)
        wide, tall = END
        left = middle - 1.5 * wide - 24
        for number, button in enumerate(self.end.widgets):
            button.box = (left + number * (wide + 24), height * 0.76, wide, tall)

    def handle(self, event: InputEvent) -> bool:
        """Take keys; Esc or the button leads to the hall, and at the end there are three ways."""
        if self.over:
            return self._at_end(event)
        if isinstance(event, Press) and not event.repeat:
            return self._press(event.action)
        if isinstance(event, Pointer) and event.kind == "down" and event.button == 1:
            if inside(self.skip.box, event.x, event.y):
                self.close()
                return True
            hit = next((k for box, k in self.key_boxes if inside(box, event.x, event.y)), None)
            return self._take(hit)
        return False

    def _at_end(self, event: InputEvent) -> bool:
        """Take what is pressed once all is explained; keys meant for the game have no effect."""
        if isinstance(event, Press) and event.action in ("back", "pause"):
            if not event.repeat:
                self.close()
            return True
        return self._age < REST or self.end.handle(event)

    def _press(self, action: str) -> bool:
        if action in ("back", "pause"):
            self.close()
            return True
        number = action.removeprefix("choice_")
        if action != number:
            return self._take(number if number in KEYS else None)
        return action == "confirm" and self._take(None)

    def _take(self, key: str | None) -> bool:
        if key is not None:
            self.press_key(key)
        return True

    def update(self, dt: float) -> None:
        """Load the machine after the first frame, then let it play."""
        if not self._drawn:
            return
        if self.session is None:
            self._begin()
            if self.session is None:  # not even the spare machine can play
                self.close()
                return
        self.opening.update(dt)
        self._play(dt)
        if self.session.forfeited is not None:
            self.close()
        elif self.over:
            self.contexts = ("menu", "all")
            self._age += dt

    def next_frame(self) -> float | None:
        """Return 0: it is short, and the picture moves nearly always."""
        return 0.0

    # -- drawing -----------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """Draw the night, the machine's words, key and letter, the places, and the keys."""
        draw_backdrop(canvas)
        width, height = self._size
        middle = width / 2
        canvas.sprite("logo", (middle - 34, height * 0.05, 68, 68))
        self._draw_words(canvas, middle, height)
        self._draw_key(canvas)
        self._draw_letter(canvas)
        self._draw_places(canvas, middle, height * 0.665)
        way = self.shell.input.label("pause" if self._on_pad else "back")
        words = f"{way}: straight to the hall"
        if self.over:
            self.end.draw(canvas)
            words = f"{self.shell.input.label('confirm')}: play on   {way}: to the hall"
        else:
            named = ((f"Press {key}", box) for box, key in self.key_boxes)
            with canvas.spots((*named, (self.skip.label, self.skip.box))):
                self._draw_keys(canvas)
                on = inside(self.skip.box, *self.shell.input.state.pointer)
                self.skip.draw(canvas, Look(hovered=on))
        canvas.text(words, (48, self.skip.box[1] + 24), NOTE, "quiet")
        self._drawn = True

    @property
    def _on_pad(self) -> bool:
        return self.shell.input.state.device == "gamepad"

    def _draw_words(self, canvas: Canvas, middle: float, height: float) -> None:
        room = canvas.width - 96
        if self.over:
            words, place = welcome_words(self.hits), (middle, height * 0.19)
            canvas.text(words, place, TITLE - 12, "paper", "title", "centre", room)
            told = chance_words(self.hits)
            canvas.text(told, (middle, height * 0.262), TEXT, "quiet", "text", "centre", room)
            place = (middle, height * 0.3)
            canvas.text(said("arcade"), place, TEXT, "paper", "text", "centre", room)
            return
        left = LENGTH - len(self.pairs)
        asked = {LENGTH: "first", 1: "last"}.get(left, "next")
        canvas.text(said(asked), (middle, height * 0.205), HEADING + 6, "paper", "title", "centre")
        seal = self.seal
        told = said("sealed" if seal else "sealing")
        canvas.text(told, (middle, height * 0.275), LABEL - 4, "quiet", align="centre")
        if seal is not None:
            which = "The next one, sealed" if self.pairs else "Sealed"
            text = f"{which}: {seal.commitment[:12]}…"
            place = (self.letter_box[0] + CARD[0] / 2, self.letter_box[1] + CARD[1] + 18)
            canvas.text(text, place, NOTE, "brass", align="centre")

    def _draw_key(self, canvas: Canvas) -> None:
        """Draw the key that was pressed last."""
        x, y, w, h = self.key_card
        shown = self.pairs[-1] if self.pairs else None
        edge: str = "line"
        if shown is not None and not self.opening.running:
            edge = HIT if shown[0] == shown[1] else MISS
        canvas.panel(self.key_card, "raised", edge, 3, 14)
        digit, ink = (shown[0], OWN) if shown is not None else ("?", "line")
        canvas.text(digit, (x + w / 2, y + h / 2), 110, ink, "title", "centre")

    def _draw_letter(self, canvas: Canvas) -> None:
        """Draw the letter, closed, turning, or open with the guess in it."""
        box, shown = self.letter_box, self.pairs[-1] if self.pairs else None
        progress = self.opening.progress
        if shown is None and self.seal is None:  # nothing is sealed yet
            canvas.panel(box, "raised", "line", 3, 14)
            return
        if shown is None or (self.opening.running and progress < 0.5):
            turn = 0.0 if shown is None else ease_in_out(2 * progress)
            self.letter.draw(canvas, box, box, turn, shown is not None)
            return
        x, y, w, h = box
        wide = ease_in_out(2 * progress - 1) if self.opening.running else 1.0
        hit = shown[0] == shown[1]
        edge = HIT if hit else MISS
        canvas.panel((x + w * (1 - wide) / 2, y, w * wide, h), "paper", edge, 3, 14 * wide)
        if wide > 0.7:
            canvas.text(shown[1], (x + w / 2, y + h / 2), 110, "ink", "title", "centre")
            canvas.sprite("seal-broken", (x + w - 56, y + h - 54, 48, 48), wax="brass")
        if not self.opening.running:
            drawing.draw_mark(canvas, self.mark_at, 22, hit)

    def _draw_places(self, canvas: Canvas, middle: float, y: float) -> None:
        """Draw a place for each key: a tick or a ring where it is opened."""
        opened = self.pairs[:-1] if self.opening.running else self.pairs
        for number in range(LENGTH):
            centre = (middle + (number - (LENGTH - 1) / 2) * 52, y)
            if number < len(opened):
                drawing.draw_mark(canvas, centre, 15, opened[number][0] == opened[number][1])
            else:
                canvas.circle(centre, 5, "line")

    def _draw_keys(self, canvas: Canvas) -> None:
        pointer = self.shell.input.state.pointer
        for number, (box, key) in enumerate(self.key_boxes, start=1):
            x, y, w, h = box
            on = inside(box, *pointer)
            edge = "brass" if on else canvas.theme.mix("brass", "ink", 0.4)
            canvas.panel(box, "high" if on else "raised", edge, 3 if on else 2)
            canvas.text(key, (x + w / 2, y + h / 2), HEADING, "paper", "title", "centre")
            if self._on_pad:
                label = self.shell.input.label(f"choice_{number}")
                canvas.text(label, (x + w / 2, y + h + 14), NOTE, "quiet", align="centre")
