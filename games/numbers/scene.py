"""The screen of Numbers: the key that was pressed beside the guess that was sealed before it.

The next guess is sealed as soon as a turn is over, while the last one is still being opened, so
that keys can be pressed as fast as one types: each meets a guess that was there before it. Where
the machine is slower than the fingers, presses wait in a queue until it has sealed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final, cast

from games import catalog
from games.core import Seal, Turn
from games.mind import Note
from games.numbers import drawing, help_values
from games.numbers import layout as at
from games.numbers.asks import RowReader
from games.numbers.die import DiePage
from games.numbers.drawing import HIT, MISS, ChangingLine, Letter
from games.numbers.original import CountedClaim, claim_of
from games.numbers.report import report, result
from games.numbers.ritual import draw_ritual
from games.numbers.room import ReadingRoom
from games.numbers.rules import KEYS, MACHINE, PERSON
from games.numbers.tally import ROWS, Ritual, Tally, row_witness
from games.session.replaying import witness
from games.session.reveal import Reveal
from games.session.setup import Setup
from games.session.starting import fresh_seed
from games.shell import shell as shell_scenes
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import OWN, RIGHT, RIVAL
from games.shell.draw.theme import EDGE, HEADING, LABEL, NOTE, SEAT_MARKS, TEXT, TITLE
from games.shell.draw.toasts import Strip
from games.shell.draw.tween import Timer, ease_in_out, ease_out
from games.shell.hooks import Report
from games.shell.mind.panel import GOES_ON
from games.shell.shell import Shell
from games.shell.table import Table
from games.store.statistics import MatchResult
from games.streams import Stream

OPENING_SECONDS: Final = 0.40  # chosen by eye
ARRIVED: Final = 0.32  # the share of the opening after which the letter has reached its place
EDGE_ON: Final = 0.66  # the share after which one sees the letter's inside
# Seconds, chosen by eye.
LAST_LOOK_SECONDS: Final = 1.2
SLIDE_SECONDS: Final = 0.24
LONGEST_QUEUE: Final = 256  # presses; nobody gets so far ahead
DIGITS_SHOWN: Final = 16  # of a commitment's 64; chosen by eye
DIGIT_SIZE: Final = 168  # at this size of type a digit is 120 units high
HINTS: Final = (
    "Press 1, 2, 3 or 4. I have already written down which.",
    "Press 1 to 4. I have already written it down.",
    "Press 1 to 4: I have written it down.",
)
"""The longest that fits is shown."""
GREEN_FROM: Final = 0.25
"""The original shows its share of hits green from this share on."""


class Scene(Table):
    """A game of Numbers on the screen."""

    help_figures = staticmethod(help_values.help_figures)
    open_past = staticmethod(
        lambda session: True
    )  # a key and its forecast are open once it was pressed
    action_names: ClassVar[Mapping[str, str]] = {f"choice_{key}": f"Press {key}" for key in KEYS}
    witnesses = staticmethod(row_witness)
    first_rules = staticmethod(drawing.rule_lines)

    def __init__(self, shell: Shell, setup: Setup, turns: Sequence[Turn] = ()) -> None:
        self.opening = Timer()
        self.last_look = Timer()
        self.slide = Timer()
        self.letter, self.next_letter = Letter(), Letter()
        self.opened_line, self.sealed_line = ChangingLine(), ChangingLine()
        self.pending: deque[str] = deque()
        self.chances: deque[float] = deque(maxlen=1000)
        self.ritual = Ritual()
        super().__init__(shell, setup, turns)
        self.mind_view.rules = self.first_rules(setup.params)
        self.place(self.stage)
        self.on_changed()
        if self.match.turns:
            self.mind_view.show((Note(GOES_ON),))

    @classmethod
    def workshop(
        cls, shell: Shell
    ) -> list[tuple[str, str, Callable[[Mapping[str, Any]], shell_scenes.Scene]]]:
        """Return the reading room and the rigged die."""
        return [
            ("Reading room", "mind", lambda params: ReadingRoom(shell)),
            ("Rigged die", "dice", lambda params: DiePage(shell, fresh_seed())),
        ]

    # -- the match ---------------------------------------------------------------------

    def on_changed(self) -> None:
        """Count the turns anew."""
        self.tally = Tally(self.match.turns)
        self.shown: tuple[str, str] | None = None
        self.mind_view.caption = ""
        if self.match.turns:
            moves = dict(self.match.turns[-1])
            self.shown = moves[PERSON], moves[MACHINE]
        last = self.session.last
        opens = self.setup.replay and last is not None
        self.opened: Seal | None = last.seals.get(MACHINE) if opens and last else None
        self._uncounted: Reveal | None = None
        if known := witness(self.session, ROWS):
            self.ritual.look_back(cast(RowReader, known), self.tally.pressed)
        else:
            seen = (reveal.events for reveal in self.session.played)
            self.ritual.begin(self.setup.params, seen)
        self.pending.clear()
        self.chances.clear()
        for reveal in self.session.played:
            self.chances.extend(chance_of(reveal))
        for timer in (self.opening, self.last_look, self.slide):
            timer.stop()
        self._paces = Stream.named(self.setup.seed, "pace")
        self._plot()

    def _plot(self) -> None:
        """The band for as many keys as the plot spans."""
        keys = drawing.plot_length(self.seen.keys, self.tally.pressed)
        self.band = drawing.band_points(keys)

    @property
    def busy(self) -> bool:
        """Only the end has to wait, for a look at the last number."""
        return self.last_look.running

    @property
    def moving(self) -> bool:
        """While the letter opens or the tape moves."""
        return self.opening.running or self.slide.running or self.ritual.entrance.running

    def choose(self, move: str) -> bool:
        """Take a key, now or as soon as the next guess is sealed; none is lost."""
        if not self.pending and super().choose(move):
            return True
        keys, pressed = self.seen.keys, self.seen.pressed
        most = keys - pressed if keys else LONGEST_QUEUE
        if PERSON not in self.setup.humans or self.match.over or len(self.pending) >= most:
            return False
        self.pending.append(move)
        return True

    def drive(self, dt: float) -> None:
        """Let the game go on, and press what waits."""
        super().drive(dt)
        while self.pending and self.waiting_for_person is not None:
            super().choose(self.pending.popleft())
            super().drive(0.0)
            super().drive(0.0)  # the next guess is sealed at once

    def show(self, reveal: Reveal) -> None:
        """Open the letter; a key that comes while one is still opening is shown at once."""
        key, guess = reveal.moves[PERSON], reveal.moves[MACHINE]
        hurried = self.opening.running
        self._count()
        self._uncounted = reveal
        self.shown, self.opened = (key, guess), reveal.seals.get(MACHINE)
        self.opening.start(0.0 if hurried else OPENING_SECONDS)
        self.chances.extend(chance_of(reveal))
        self.mind_view.caption = self._caption(len(self.match.turns))
        self.shell.play_sound("right" if key == guess else "wrong")
        if key == guess:
            self.shell.play_sound("knew")
        if hurried:
            self._count()
        if self.match.over:
            self.last_look.start(LAST_LOOK_SECONDS)
        if not self.setup.humans:
            self.session.turn_pause = 0.45 + 0.25 * self._paces.random()

    def on_sealed(self, seat: int) -> None:
        """Show the mind before the next key, in a glass box."""
        if self.setup.glass_box:
            self.mind_view.caption = self._caption(len(self.match.turns) + 1)

    def _caption(self, number: int) -> str:
        """Return the key before which a mind is open; between agents "you" is a stand-in."""
        return f"Before key {number}" if self.setup.humans else f"To the person, key {number}"

    def _count(self) -> None:
        """The letter is open: put the key on the tape, into the plot, and into its row."""
        if self._uncounted is None:
            return
        moves, events = self._uncounted.moves, self._uncounted.events
        self._uncounted = None
        self.tally.add(moves[PERSON], moves[MACHINE])
        if self.ritual.see(events):
            self.shell.play_sound("opened")
        self.slide.start(SLIDE_SECONDS)
        if self.tally.pressed > self.band[-1][0]:
            self._plot()

    def animate(self, dt: float) -> None:
        """Move letter and tape on."""
        self.last_look.update(dt)
        self.slide.update(dt)
        self.ritual.update(dt)
        if self.opening.update(dt):
            self._count()

    def skip(self) -> None:
        """Have the letter open at once."""
        self._count()
        for timer in (self.opening, self.last_look, self.slide, self.ritual.entrance):
            timer.stop()

    def report(self) -> Report:
        """Return the machine's findings."""
        found, mind = self.session.findings(MACHINE), self.session.last_mind(MACHINE)
        agent = self.setup.seats[MACHINE].agent
        own = self.match, agent, tuple(self.chances), found, mind, self.ritual.rows
        return report(*own, self._claimed)

    def _claimed(self) -> CountedClaim | None:
        """Return the original's share over the games of all players of this machine."""
        library = self.shell.library
        players = (library.statistics(profile.id) for profile in library.profiles())
        return claim_of(one.total(self.setup.game).counters for one in players)

    def result(self, own: int) -> MatchResult | None:
        """Return the result to record."""
        sits = self.setup.seats[MACHINE]
        usual = catalog.agent(self.setup.game, sits.agent).defaults
        gentler = {n: value for n, value in sits.options.items() if value != usual.get(n)}
        return result(self.match, sits.agent, gentler)

    def worked_out(self) -> Mapping[str, str]:
        """Return the counts of this match, and the numbers of the mind on show."""
        tally, chances = self.tally, tuple(self.chances)
        told = help_values.workings(tally.pressed, tally.hits, chances)
        keys = [dict(turn)[PERSON] for turn in self.match.turns][: tally.pressed]
        return told | help_values.read_workings(keys, self.mind_view.mind)

    # -- where things are --------------------------------------------------------------

    def place(self, stage: Box) -> None:
        """Place letters, keys, plot and tape under each other, as far as the mind view leaves
        room.
        """
        left, top, width, height = stage
        wide, larger = width > at.WIDE, self.shell.settings.larger_text
        edge = EDGE if wide else EDGE / 2
        inner = (left + edge, width - 2 * edge)
        spare = max(0.0, height - at.USUAL)

        def row(place: tuple[float, float]) -> float:
            return top + place[0] + spare * place[1]

        self.inner = inner
        self._place_cards(left + width / 2, row(at.CARDS), width)
        self._place_keys(left + width / 2, row(at.KEYS))
        self.ritual.box = (inner[0], row(at.DARE), inner[1], at.DARE_TALL)
        plot = row(at.PLOT_LARGER if larger else at.PLOT)
        scale = at.SCALE_WIDE if inner[1] > at.WIDE else at.SCALE_NARROW
        first, taken = at.FIGURES
        self.figures: Box = (inner[0], plot, first, at.PLOT_TALL)
        self.plot: Box = (inner[0] + taken, plot, inner[1] - taken - scale, at.PLOT_TALL)
        self.tape_box: Box = (inner[0], top + height - at.TAPE[0], inner[1], at.TAPE[1])

    def toast_room(self) -> Strip:
        """Place toasts beside the heading, above the cards."""
        left = self.inner[0] + (at.TOASTS_BESIDE_GLASS if self.setup.glass_box else at.TOASTS_AT)
        room = self.corner_left() - at.BEFORE_BUTTONS - left
        return Strip(left, at.TOASTS_TOP, min(room, at.TOASTS))

    def _place_cards(self, centre: float, top: float, width: float) -> None:
        widest = at.CARD
        if self.shell.settings.larger_text:
            top, widest = top + at.CARDS_LOWER, at.CARD_LARGER
        wide = min(widest, (width - at.CARDS_EDGE - at.BETWEEN) / 2)
        tall, low = wide / drawing.ENVELOPE_SHAPE, at.WAITING / drawing.ENVELOPE_SHAPE
        high = max(at.CARD_LEAST, tall)
        top += (at.CARDS_ROW - high) / 2
        self.key_card: Box = (centre - at.BETWEEN / 2 - wide, top, wide, high)
        self.guess_card: Box = (centre + at.BETWEEN / 2, top, wide, high)
        self.letter_box: Box = (self.guess_card[0], top + (high - tall) / 2, wide, tall)
        self.waiting: Box = (centre - at.WAITING / 2, top + high - low, at.WAITING, low)
        self.mark_at = (centre, top + high - low - at.MARK_ABOVE)

    def _place_keys(self, centre: float, top: float) -> None:
        (wide, tall), step = at.KEY, at.KEY[0] + at.KEY_GAP
        left = centre - (len(KEYS) * step - at.KEY_GAP) / 2
        self.choice_boxes = [
            ((left + number * step, top, wide, tall), key) for number, key in enumerate(KEYS)
        ]

    # -- drawing -----------------------------------------------------------------------

    def draw_stage(self, canvas: Canvas) -> None:
        """Draw the whole stage."""
        canvas.fill("ink")
        self._draw_heading(canvas)
        self._draw_key_card(canvas)
        self._draw_guess_card(canvas)
        self._draw_notes(canvas)
        self._draw_keys(canvas)
        self._draw_figures(canvas)
        pressed = self.tally.pressed
        draw_ritual(canvas, self.ritual, pressed, self.seen.keys, not self.setup.humans)
        drawing.draw_share(canvas, self.plot, self.tally, self.band)
        drawing.draw_scale(canvas, self.plot, sum(self.inner), self.tally, self.band[-1][0])
        drawing.draw_band_words(canvas, self.plot)
        still = canvas.theme.reduced_motion or not self.slide.running
        shift = 0.0 if still else 1.0 - ease_out(self.slide.progress)
        cells = drawing.readable_cells(canvas, self.tape_box[2])
        drawing.draw_tape(canvas, self.tape_box, self.tally, shift, cells)

    def _draw_heading(self, canvas: Canvas) -> None:
        keys, pressed = self.seen.keys, self.seen.pressed
        place = (self.inner[0], at.HEADING)
        waits = not (self.busy or self.match.over or self.setup.replay)
        now = pressed + waits  # as karate counts its rounds: the one that is due
        text = f"Key {now} of {keys}" if keys else f"Key {now}, endless"
        width = canvas.text(text, place, LABEL, "quiet", "bold")
        if self.setup.glass_box:
            left = place[0] + width + at.GLASS_GAP
            canvas.icon("eye", (left + at.GLASS_EYE, at.HEADING), at.EYE, "brass")
            canvas.text("Its mind first", (left + at.GLASS_WORDS, at.HEADING), TEXT, "brass")
        who = "You pressed" if self.setup.humans else "The person pressed"
        _draw_caption(canvas, self.key_card, "seat-disc", OWN, who)
        _draw_caption(canvas, self.guess_card, "seat-triangle", RIVAL, "I wrote")

    @property
    def _opening(self) -> float:
        """The opening of the letter, 0..1."""
        return self.opening.progress if self.shown is not None else 0.0

    def _outcome(self) -> str | None:
        """The colour of the outcome, once the letter is open."""
        if self.shown is None or self._opening < 1.0:
            return None
        return HIT if self.shown[0] == self.shown[1] else MISS

    def _draw_key_card(self, canvas: Canvas) -> None:
        x, y, w, h = self.key_card
        outcome = self._outcome()
        canvas.panel(self.key_card, "raised", outcome or "line", 5 if outcome else 2, at.ROUND)
        if self.shown is None:
            canvas.text("?", (x + w / 2, y + h / 2), TITLE * 2, "line", "title", "centre")
            return
        rise = 0.0 if canvas.theme.reduced_motion else 1.0 - ease_out(self._opening * 3)
        place = (x + w / 2, y + h / 2 + at.RISE * rise)
        canvas.text(self.shown[0], place, DIGIT_SIZE, OWN, "title", "centre")

    def _draw_guess_card(self, canvas: Canvas) -> None:
        full, opening = self.letter_box, self._opening
        if self.shown is None:
            self.letter.draw(canvas, full, full, 0.0, False)
            if self.setup.glass_box:
                self._draw_waiting(canvas)
            return
        if canvas.theme.reduced_motion:
            self._draw_inside(canvas, 1.0, round(255 * ease_out(opening)))
        elif opening < ARRIVED:
            share = ease_out(opening / ARRIVED)
            box = tuple(a + (b - a) * share for a, b in zip(self.waiting, full, strict=True))
            canvas.panel(self.guess_card, "ink", "line", 2, at.ROUND)
            self.letter.draw(canvas, box, full, 0.0, False)  # type: ignore[arg-type]
        elif opening < EDGE_ON:
            turned = ease_in_out((opening - ARRIVED) / (EDGE_ON - ARRIVED))
            self.letter.draw(canvas, full, full, turned, True)
        else:
            self._draw_inside(canvas, ease_out((opening - EDGE_ON) / (1.0 - EDGE_ON)), 255)
        if opening >= ARRIVED:
            self._draw_waiting(canvas)
        if self._outcome() is not None:
            self._draw_mark(canvas)

    def _draw_inside(self, canvas: Canvas, wide: float, alpha: int) -> None:
        """Draw the letter's inside with the guess, `wide` (0..1) of its width turned to the
        front.
        """
        assert self.shown is not None
        x, y, w, h = self.guess_card
        face = (x + w * (1 - wide) / 2, y, w * wide, h)
        outcome = self._outcome()
        canvas.panel(face, "paper", outcome or "quiet", 5 if outcome else 2, at.ROUND * wide)
        if wide > at.FACE:
            place = (x + w / 2, y + h / 2)
            canvas.text(self.shown[1], place, DIGIT_SIZE, "ink", "title", "centre", alpha=alpha)
        if wide >= 1.0:
            side, (across, down) = min(at.SEAL, w * at.SEAL_SHARE), at.SEAL_AT
            seal = (x + w - side - across, y + h - side - down, side, side)
            canvas.sprite("seal-broken", seal, wax="brass")

    def _draw_mark(self, canvas: Canvas) -> None:
        assert self.shown is not None
        hit = self.shown[0] == self.shown[1]
        drawing.draw_mark(canvas, self.mark_at, at.MARK, hit)
        word = "I knew" if hit else "I missed"
        place = (self.mark_at[0], self.mark_at[1] + at.MARK_WORD)
        canvas.text(word, place, TEXT, HIT if hit else MISS, "bold", "centre", 128)

    def _draw_waiting(self, canvas: Canvas) -> None:
        """Draw the next letter, sealed already."""
        decision = self.session.decisions.get(MACHINE)
        if self.match.over or decision is None:
            return
        if self.setup.glass_box:
            x, y, w, h = self.waiting
            canvas.panel(self.waiting, "raised", "brass", 2, 8)
            canvas.text(decision.move, (x + w / 2, y + h / 2), HEADING, "brass", "title", "centre")
            return
        self.next_letter.draw(canvas, self.waiting, self.waiting, 0.0, False)

    def _draw_notes(self, canvas: Canvas) -> None:
        """Draw the hint at the start; what was opened; the digits of what is sealed now."""
        centre = self.inner[0] + self.inner[1] / 2
        y = self.key_card[1] + self.key_card[3] + at.NOTES[0]
        room = self.inner[1]
        if self.shown is None and self.setup.humans and not self.setup.replay:
            sizes = (TEXT,) if canvas.theme.larger_text else (LABEL, TEXT)  # the seal is below
            hint, size = drawing.fitting(canvas, HINTS, sizes, room, "bold")
            canvas.text(hint, (centre, y), size, "paper", "bold", "centre", room)
        elif self.opened is not None and self._opening >= 1.0:
            nonce, key = self.opened
            texts = [f"I opened it: {key}"]
            if self.shell.numbers_shown:
                opened, digits = f"{nonce}:{key}  =  ", self.opened.commitment
                texts = [f"{opened}{digits[:shown]}…" for shown in (DIGITS_SHOWN, 8, 4)]
            text, _ = drawing.fitting(canvas, texts, (NOTE,), room)
            self.opened_line.draw(canvas, text, (centre, y), "quiet", room)
        seal = self.session.seals.get(MACHINE)
        if seal is not None:
            digits = f": {seal.commitment[:DIGITS_SHOWN]}…" if self.shell.numbers_shown else ""
            text = f"My next guess is sealed{digits}"
            self.sealed_line.draw(canvas, text, (centre, y + at.NOTES[1]), "brass", room)

    def _draw_keys(self, canvas: Canvas) -> None:
        pressed = self.shown[0] if self.shown is not None else ""
        gamepad = self.shell.input.state.device == "gamepad"
        for number, (box, key) in enumerate(self.choice_boxes, start=1):
            x, y, w, h = box
            hovered = self.hovered_choice == key
            lit = key == pressed and self.moving
            edge = "brass" if hovered or lit else "line"
            ground = "high" if hovered or lit else "raised"
            canvas.panel(box, ground, edge, 3 if hovered or lit else 2)
            canvas.text(key, (x + w / 2, y + h / 2), HEADING, "paper", "title", "centre")
            if gamepad:
                label = self.shell.input.label(f"choice_{number}")
                canvas.text(label, (x + w / 2, y + h + at.KEY_LABEL), NOTE, "quiet", align="centre")

    def _draw_figures(self, canvas: Canvas) -> None:
        x, y, w, _ = self.figures
        tally = self.tally
        if not tally.pressed:
            text = "Chance is right one time in four. Can you stay inside the band?"
            canvas.paragraph(text, (x, y), w, TEXT, "quiet", most=at.FIRST_LINES)
            return
        canvas.icon(SEAT_MARKS[MACHINE], (x + at.OWN_MARK, y), at.OWN_MARK_SIZE, HIT)
        whom = "I read you" if self.setup.humans else "I read the person"
        canvas.text(whom, (x + at.OWN_WORDS, y), TEXT, HIT, "bold", max_width=w - at.OWN_WORDS)
        original = self.setup.seats[MACHINE].agent == "seed"
        ink = HIT if not original else RIGHT if tally.share >= GREEN_FROM else "paper"
        canvas.text(f"{tally.percent}%", (x, y + at.SHARE), TITLE, ink, "title")
        told = f"{tally.hits} of {tally.pressed} keys"
        canvas.text(told, (x, y + at.COUNT), TEXT, "paper", max_width=w)
        verdict, size = drawing.fitting(canvas, tally.verdicts, (NOTE,), w)
        canvas.text(verdict, (x, y + at.VERDICT), size, "quiet", max_width=w)


def _draw_caption(canvas: Canvas, card: Box, mark: str, ink: str, text: str) -> None:
    """Draw the owner of a card, above it."""
    y = card[1] - at.CAPTION
    canvas.icon(mark, (card[0] + at.CAPTION_MARK, y), at.CAPTION_MARK_SIZE, ink)
    room = card[2] - at.CAPTION_AT
    canvas.text(text, (card[0] + at.CAPTION_AT, y), TEXT, ink, "bold", max_width=room)


def chance_of(reveal: Reveal) -> tuple[float, ...]:
    """Return the machine's probability of the key of a turn; () without a forecast."""
    forecast = reveal.forecasts.get(MACHINE, {}).get(PERSON)
    return (forecast[KEYS.index(reveal.moves[PERSON])],) if forecast else ()
