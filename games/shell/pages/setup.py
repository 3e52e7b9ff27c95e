"""The page before a game: one decision, against whom.

The opponents stand on a ladder, weakest at the foot; the one in hand is large, with the words on it
beside. Up and down climb, left and right go through what can be done, and confirm does it: Play at
once. The rest is folded into Tune.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from games import catalog
from games.session.noticing import Noticing
from games.session.setup import HUMAN, Setup
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import EDGE, GAP, HEADING, LABEL, SEAT_MARKS, TEXT, TITLE
from games.shell.draw.toasts import Strip
from games.shell.draw.tween import Springs
from games.shell.input import InputEvent, Pointer, Press, Wheel
from games.shell.mind.first_rules import draw_rules, rules_height
from games.shell.opening import ensure_profile, saved_match, start_table
from games.shell.pages.before.choices import MatchChoices, choices_of, offer_at, take_level
from games.shell.pages.before.own_bots import ModeButton, draw_own, own_room
from games.shell.pages.before.sentences import (
    PortraitWords,
    SeatCandidates,
    as_noun,
    place_words,
    saved_words,
    sentence,
    waiting_mode,
)
from games.shell.pages.before.sides import (
    change_sides,
    draw_mode,
    lesson_buttons,
    other_side,
    say_belts_anew,
)
from games.shell.pages.before.signs import Sign, draw_hint, place_signs, signs
from games.shell.pages.before.tune import TunePage
from games.shell.pages.before.words import draw_words
from games.shell.pages.past.film_progress import take_up
from games.shell.pages.poster import draw_backdrop
from games.shell.shell import Scene, Shell
from games.shell.widgets.basic import Button, Form, Widget, inside
from games.shell.widgets.faces import draw_face
from games.shell.widgets.form import Look
from games.shell.widgets.ladder import PortraitLadder, draw_stamp
from games.shell.widgets.picker import Picker, PickRow

# In units, chosen by eye.
LADDER_WIDTH = 136.0
TOP = 120.0
ROW_FOOT = 124.0  # from the top of the buttons to the foot of the page
PORTRAIT = 360.0
HINTS = 48.0  # under the buttons
MODES = 76.0  # what the row of a game's modes takes, above the portrait
SAID = 28.0  # what the sentence about the chosen mode takes below them
CHIP = 60.0
CHIP_PITCH = 124.0
NAMED = 26.0  # the room of a name above a seat
WORDS, RULES, LEAST_RULES = 260.0, 360.0, 250.0  # across: words, and the rules beside them
APPEARING = 90.0  # of 255, the opacity from which another portrait appears


class SeatChip(Widget):
    """A seat that the ladder can set: the face that sits there, the seat's mark, and its name where
    there is `room` for it.
    """

    def __init__(self, page: SetupPage, seat: int) -> None:
        super().__init__()
        self.page, self.seat = page, seat
        name = page.roster.told(page.choices.seats[seat]).name
        self.label = self.place = page.choices.places[seat].name
        colours = catalog.scene(page.spec.id).Scene.seat_colours
        self.ink = colours[seat % len(colours)]
        self.room = 0.0
        self.hint = f"{self.place}: {name}"

    def activate(self) -> None:
        """Take the seat in hand: the ladder sets it from now on."""
        self.page.take_in_hand(self.seat)

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the face, its seat's mark, and a line below the one in hand."""
        x, y, w, h = self.box
        held = self.page.choices.hand == self.seat
        centre = (x + w / 2, y + h / 2)
        face = self.page.roster.face(self.page.choices.seats[self.seat])
        draw_face(canvas, face, centre, w, not held)
        mark = self.seat % len(SEAT_MARKS)
        canvas.icon(SEAT_MARKS[mark], (x + w - 7, y + h - 7), 16, self.ink)
        if held:
            canvas.rect((x + w * 0.2, y + h + 6, w * 0.6, 4), "brass", 2)
        if self.room:
            ink, above = "brass" if held else "paper", (x + w / 2, y - 15)
            canvas.text(self.place, above, TEXT - 2, ink, align="centre", max_width=self.room)
        self.ring(canvas, look, w / 2)


class SetupPage(Scene):
    """The page before a game."""

    def __init__(self, shell: Shell, game_id: str, before: Setup | None = None) -> None:
        """Begin from `before`, the setup of a match, else from the setup of the last time."""
        super().__init__(shell)
        self.spec = catalog.spec(game_id)
        self.title = self.spec.title
        self.choices = MatchChoices(shell, game_id, before)
        self._waiting = ""
        self._find_saved()
        if before is None:
            self.choices = choices_of(shell, self.saved) or self.choices
        self.ladder = PortraitLadder(self._take)
        self.form = Form((), shell.play_sound)
        self.springs, self.noticing = Springs(0.24), Noticing()
        self.size = shell.size
        self.roster = SeatCandidates(shell, self.choices)
        self._portrait: Box = (0, 0, 0, 0)
        self._main: Button | None = None
        self.build()
        if self._main is not None:
            self.form.focus_on(self._main)
        say_belts_anew(shell, self.spec)

    # -- who can be met ----------------------------------------------------------------

    def build(self) -> None:
        """Build all widgets anew after a change of seats or options."""
        choices = self.choices
        choices.company.look_again()
        self.roster.look_again()
        members, sitting = self.roster.members, choices.seats[choices.hand]
        index = members.index(sitting) if sitting in members else None
        self.ladder.fill(self.roster.rungs(), index)
        self.noticing.ask(self.shell.library, self.shell.profile, self.spec.id)
        self._build_actions()
        self.layout(*self.size)

    def _take(self, index: int) -> None:
        """Have another opponent in hand."""
        member = self.roster.members[index]
        self.shell.play_sound("focus")
        if member == self.choices.seats[self.choices.hand]:
            return
        if member == HUMAN:
            self.choices.sit_person(self.choices.hand)
        else:
            self.choices.sit(self.choices.hand, member)
        self.build()

    def take_in_hand(self, seat: int) -> None:
        """Let the ladder set this seat from now on."""
        if seat != self.choices.hand:
            self.choices.hand = seat
            self.build()

    # -- what can be done --------------------------------------------------------------

    def _build_actions(self) -> None:
        before = self.form.focused
        key = (type(before), "" if before is None else before.label)
        hindered = self.choices.hindered
        hint = f"{hindered} cannot play this yet: press to read what to do."
        label = "Watch" if self.choices.watching else "Play"
        play = Button(label, self._play, "main", "play", hint if hindered else "")
        play.hint = play.hint or sentence(self.choices)
        play.dim = bool(hindered)
        buttons = [play]
        if self._kept is not None and not self._kept.is_like(self.choices):
            words = waiting_mode(self.choices, self.saved)
            go_on = Button(words, self._continue, icon="forward", hint=self._waiting)
            buttons = [play, go_on]
        elif self.saved is not None:
            play = Button("Continue", self._continue, "main", "play", self._waiting)
            hint = f"Ends the match at {place_words(self.saved)}; kept unfinished."
            fresh = Button("New game", self._play, icon="plus", hint=hint)
            fresh.dim = bool(hindered)
            buttons = [play, fresh]
        side = other_side(self.choices)
        if side is not None and len(buttons) == 1:  # a match that waits needs the room
            label = f"Be {as_noun(self.choices.places[side].name)}"
            hint = "Change sides: play this game the other way round."
            swap = partial(self._after, partial(change_sides, self.choices))
            buttons.append(Button(label, swap, icon="swap", hint=hint))
        offer = offer_at(self.choices) if self.saved is None else None
        if offer is not None:
            accept = partial(self._play, offer.level)
            buttons.append(Button(offer.label, accept, icon="up", hint=offer.words))
        main, lessons = play, lesson_buttons(self.shell, self.spec.id) if len(buttons) == 1 else []
        buttons += lessons
        if lessons and self.spec.id not in self.shell.settings.guided.split():
            main, buttons = lessons[0], [*lessons, play]  # before the first match
            main.kind, play.kind = play.kind, main.kind
        held, self._main = before is self._main, main
        tune = Button("Tune", self._tune, icon="tune", hint="Rounds, rules, seats, seed, strength")
        self.form.widgets = [*self._modes(), *self._chips(), *buttons, tune, *self._signs()]
        again = [widget for widget in self.form.widgets if (type(widget), widget.label) == key]
        self.form.focus = self.form.widgets.index(again[0] if again and not held else main)

    def _modes(self) -> list[ModeButton]:
        """Return the games that can be played here, where there are several."""
        choices, spec = self.choices, self.spec
        option = next((option for option in spec.options if option.name == spec.modes.option), None)
        if option is None:
            return []

        def chooser(mode: str) -> Callable[[], None]:
            return lambda: self.choose_mode(mode)

        here = choices.params[spec.modes.option]
        pairs = zip(option.choices, option.labels, strict=True)
        return [ModeButton(label, chooser(mode), mode == here) for mode, label in pairs]

    def choose_mode(self, mode: str) -> None:
        """Play another of the games that can be played here."""
        if mode != self.choices.params[self.spec.modes.option]:
            self.choices.choose_mode(mode)
            self.build()

    def _after(self, change: Callable[[], None]) -> None:
        """Make a change of the choices, and show it."""
        change()
        self.build()

    def _chips(self) -> list[SeatChip]:
        """Return the seats that agents have, and the one in hand, where they are several."""
        seats = sorted({*self.choices.opponents, self.choices.hand})
        return [SeatChip(self, seat) for seat in seats] if len(seats) > 1 else []

    def _signs(self) -> list[Sign]:
        """Return the signs of the corner."""
        choices = self.choices
        others = {agent.id for agent in choices.for_seat(choices.hand)} - set(self.roster.members)
        watch = partial(self._after, partial(choices.watch, not choices.watching))
        pages: dict[str, Callable[[], None]] = {
            "Watch": watch,
            "Matches": self._matches,
            "Rules": self._help,
            "Laboratory": self._laboratory,
        }
        return signs(self.shell, choices, bool(others), pages)

    def _laboratory(self) -> None:
        """All agents in a list, also those without a portrait here."""
        agents = self.choices.for_seat(self.choices.hand)
        rows = [
            PickRow(agent.name, agent.description, agent.hindrance(self.choices.params))
            for agent in agents
        ]
        ids = [agent.id for agent in agents]
        sitting = self.choices.seats[self.choices.hand]

        def chosen(index: int) -> None:
            self.choices.sit(self.choices.hand, ids[index])
            self.build()

        index = ids.index(sitting) if sitting in ids else 0
        self.shell.push(Picker(self.shell, "Laboratory", rows, index, chosen))

    def _matches(self) -> None:
        if self.shell.profile is not None:
            doors, profile = self.shell.doors, self.shell.profile
            self.shell.push(doors.matches(self.shell, profile, self.spec.id))

    def _tune(self) -> None:
        self.shell.push(TunePage(self.shell, self.choices, self._play))

    def _help(self) -> None:
        self.shell.push(self.shell.doors.help(self.shell, self.spec, None))

    def _play(self, level: int | None = None) -> None:
        """Play, at this `level` where the opponent offered it."""
        if level is not None:
            take_level(self.choices, level)
        hindrance = self.choices.hindrance
        if hindrance:
            self.shell.toast(hindrance.replace("`", ""))
            return
        ensure_profile(self.shell)
        try:
            table = start_table(self.shell, self.choices.setup())
        except ValueError as problem:  # such as an agent that cannot play with these options
            self.shell.toast(str(problem))
            return
        self.choices.remember()
        self.shell.replace(table)

    def _continue(self) -> None:
        if self.saved is None:
            return
        if not take_up(self.shell, self.saved, self.shell.replace):
            self._find_saved()
            self.build()

    def _find_saved(self) -> None:
        """Find the match that waits, and the words about it."""
        self.saved = saved_match(self.shell, self.spec.id)
        self._kept = choices_of(self.shell, self.saved)
        profile, found = self.shell.profile, self.saved
        if found is None or profile is None or found.kept is None:
            self._waiting = "" if found is None else saved_words(self.choices, found, "")
            return
        kept = self.shell.library.matches.read(profile.id, self.spec.id, found.kept.key)
        self._waiting = saved_words(self.choices, found, "" if kept is None else kept.saved)

    # -- the scene ---------------------------------------------------------------------

    def resume(self) -> None:
        """Look again: the choices may have changed by now, and the waiting match may have been
        given up.
        """
        self._find_saved()
        self.choices.look_for_bots()
        self.build()

    def layout(self, width: float, height: float) -> None:
        """Place the ladder to the left, the portrait and its words beside it, the buttons below."""
        self.size = (width, height)
        above = TOP + own_room(self.roster.members)
        self.ladder.box = (EDGE - 8, above, LADDER_WIDTH, height - above - EDGE / 2)
        left, row = EDGE + LADDER_WIDTH + 24, height - ROW_FOOT
        modes = [widget for widget in self.form.widgets if isinstance(widget, ModeButton)]
        top = TOP + (MODES + SAID if modes else 0.0)
        size = min(PORTRAIT, row - top - 40, (width - left - EDGE) * 0.42)
        self._portrait = (left, top + (row - top - size) / 2, size, size)
        pitch = min(160.0, (width - left - EDGE + 10) / max(1, len(modes)))
        for number, mode in enumerate(modes):
            mode.box = (left + number * pitch, TOP + 16, pitch - 10, 44)
        x, right = left, width - EDGE
        place_signs(self.form.widgets, width)
        words = left + size + 48
        place_chips(self.form.widgets, (words, row - CHIP - 40, right - words, CHIP))
        for widget in self.form.widgets:
            if isinstance(widget, Button) and not isinstance(widget, Sign | ModeButton):
                main, wide = widget.kind == "main", 144.0 if widget.label == "Tune" else 192.0
                wide += 40.0 if widget.label.startswith("Continue ") else 0.0  # names a mode
                wide = 256.0 if main else wide + (40.0 if widget.icon == "swap" else 0.0)
                wide *= 1.15 if self.shell.theme.larger_text and not main else 1.0
                tall = 72.0 if main else 64.0
                widget.box = (x, row + 36 - tall / 2, wide, tall)
                x += wide + 16

    def toast_place(self, width: float) -> Strip:
        """Place toasts under the buttons, where their hints are."""
        left = self._portrait[0]
        return Strip(left, self.size[1] - 4, width - EDGE - left, upward=True, tall=HINTS)

    def handle(self, event: InputEvent) -> bool:
        """Return up and down climb the ladder, left and right go through what can be done."""
        if isinstance(event, Press):
            return self._press(event)
        if isinstance(event, Wheel) and inside(self.ladder.box, event.x, event.y):
            return self.ladder.climb(1 if event.turn > 0 else -1)
        if isinstance(event, Pointer) and self.ladder.point(event):
            return True
        used = self.form.handle(event)
        self._follow_focus()
        return used

    def _press(self, event: Press) -> bool:
        if event.action == "back" and not event.repeat:
            self.shell.pop()
        elif event.action == "help":
            self._help()
        elif event.action in ("up", "down"):
            self.ladder.climb(1 if event.action == "up" else -1)
        elif event.action in ("page_up", "page_down"):
            self.ladder.climb(len(self.roster.members) * (1 if event.action == "page_up" else -1))
        elif event.action in ("left", "right"):
            self._walk(1 if event.action == "right" else -1)
        else:
            return self.form.handle(event)
        return True

    def _walk(self, by: int) -> None:
        """The focus goes on through what can be done, round the ends."""
        able = self.form.widgets
        self.form.focus_on(able[(self.form.focus + by) % len(able)])
        self.ladder.over = None
        self.shell.play_sound("focus")
        self._follow_focus()

    def _follow_focus(self) -> None:
        """A seat that has the focus is the one in hand."""
        focused = self.form.focused
        if isinstance(focused, SeatChip):
            self.take_in_hand(focused.seat)

    def update(self, dt: float) -> None:
        """Let a new portrait appear."""
        self.springs.still = self.shell.theme.reduced_motion
        self.springs.update(dt)

    def next_frame(self) -> float | None:
        """Ask for the next frame at once while a portrait appears."""
        return 0.0 if self.springs.moving or self.noticing.busy else None

    # -- drawing -----------------------------------------------------------------------

    @property
    def shown(self) -> str:
        """The candidate shown large: under the mouse on the ladder, else in hand."""
        over = self.ladder.over
        return self.choices.seats[self.choices.hand] if over is None else self.roster.members[over]

    @property
    def noticed(self) -> str:
        """A sentence on what the large opponent learned in the last match, or ""."""
        learns = self.shown != HUMAN and self.choices.agent(self.shown).learns
        return self.noticing.words if learns else ""

    def draw(self, canvas: Canvas) -> None:
        """Draw title, ladder, portrait, words, buttons."""
        draw_backdrop(canvas)
        self._draw_title(canvas)
        if self.saved is None:  # who has a match waiting knows what the modes are
            draw_mode(canvas, self.choices, self._portrait[0], TOP + MODES + 4)
        self._draw_thread(canvas)
        with canvas.aloud(lambda: [self.ladder.node()]):
            self.ladder.draw(canvas, Look())
        draw_own(canvas, self.ladder, self.roster.members)
        told = self.roster.told(self.shown)
        self._draw_portrait(canvas, told)
        self._draw_words(canvas, told)
        self.form.draw(canvas)
        self._draw_hint(canvas)

    def _draw_hint(self, canvas: Canvas) -> None:
        """Draw the meaning of the button under the mouse or with the focus; a sign has it below
        itself.
        """
        told = self.form.hinting
        if isinstance(told, Sign):
            draw_hint(canvas, told)
            told = self.form.focused  # what stands below the buttons stays
        if told is None or isinstance(told, Sign) or not told.hint:
            return
        if self.shell.toasts.texts:  # they stand in the same place
            return
        left = self._portrait[0]
        room = canvas.width - EDGE - left
        size = TEXT if canvas.text_width(told.hint, TEXT) <= room else TEXT - 3
        lines = min(2, len(canvas.wrap(told.hint, room, size)))
        top = canvas.height - 26 - lines * canvas.line_height(size) / 2
        canvas.paragraph(told.hint, (left, top), room, size, "quiet", most=2)

    def _draw_title(self, canvas: Canvas) -> None:
        room = min(w.box[0] for w in self.form.widgets if isinstance(w, Sign)) - EDGE - 24
        sizes = (TITLE, TITLE - 8, TITLE - 16, HEADING)
        fits = (size for size in sizes if canvas.text_width(self.title, size, "title") <= room)
        canvas.text(self.title, (EDGE, 72), next(fits, HEADING), "paper", "title", max_width=room)

    def _draw_thread(self, canvas: Canvas) -> None:
        """Draw a line from the one in hand to the portrait."""
        place = self.ladder.place()
        if place is None or self.ladder.over not in (None, self.ladder.index):
            return
        x, y, size, _ = self._portrait
        canvas.line(place[0], (x + size / 2, y + size / 2), "brass", 3)

    def _draw_portrait(self, canvas: Canvas, told: PortraitWords) -> None:
        x, y, size, _ = self._portrait
        centre = (x + size / 2, y + size / 2)
        canvas.circle(centre, size / 2 + 8, "brass" if self.ladder.over is None else "line")
        canvas.circle(centre, size / 2 + 5, "ink")
        opacity = self.springs.get(("portrait", self.shown), 255.0, APPEARING)
        draw_face(canvas, self.roster.face(self.shown), centre, size, opacity=round(opacity))
        spot = (x + size * 0.86, y + size * 0.86)
        if told.hindrance:
            canvas.circle(spot, size * 0.09, "ink")
            canvas.icon("lock", spot, size * 0.11, "quiet")
        elif told.beaten:
            draw_stamp(canvas, spot, size * 0.28)

    def _draw_words(self, canvas: Canvas, told: PortraitWords) -> None:
        """Draw the words on the large opponent, and the rules beside them where they have room."""
        x, y, size, _ = self._portrait
        left, right = x + size + 48, canvas.width - EDGE
        chips = [w.box[1] - NAMED for w in self.form.widgets if isinstance(w, SeatChip)]
        foot = min(chips, default=canvas.height - ROW_FOOT)
        moded = any(isinstance(widget, ModeButton) for widget in self.form.widgets)
        top = TOP + (MODES + SAID if moded else 0.0)
        rules = catalog.scene(self.spec.id).Scene.first_rules(self.choices.params)
        words = max(WORDS, canvas.text_width(told.rank, LABEL, "bold") + 8)
        aside = min(RULES, right - left - words)
        if rules and aside >= LEAST_RULES:
            right -= aside
            tall = rules_height(canvas, rules, aside - GAP)
            draw_rules(canvas, rules, (right + GAP, y + (size - tall) / 2, aside - GAP, tall))
        draw_words(canvas, told, self.noticed, (left, top, right - left, foot - top), y + size / 2)


def place_chips(widgets: Sequence[Widget], box: Box) -> None:
    """Put the seats among the `widgets` beside each other in a `box`, with names where they fit."""
    chips = [widget for widget in widgets if isinstance(widget, SeatChip)]
    x, y, room, _ = box
    named = 1 < len(chips) <= room / CHIP_PITCH
    pitch, x = (CHIP_PITCH, x + 16) if named else (CHIP + 24, x)
    for number, chip in enumerate(chips):
        chip.box = (x + number * pitch, y, CHIP, CHIP)
        chip.room = pitch - 8 if named else 0.0
