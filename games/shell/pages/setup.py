"""The way into a game: the page before it, and the pause page out of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games import catalog
from games.agents import AgentSpec, LostWeights
from games.core import BadOption, Log, Option, Person, Seat, Seating
from games.session.setup import HUMAN, Setup
from games.session.starting import SEED_BELOW, first_options, fresh_seed
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import EDGE, GAP, LABEL, TEXT, TITLE
from games.shell.input import InputEvent, Press
from games.shell.opening import (
    continue_match,
    ensure_profile,
    refuse_match,
    saved_match,
    start_table,
)
from games.shell.pages.company import Candidate, Company
from games.shell.pages.kept import kept_button
from games.shell.pages.own_weights import OwnWeights
from games.shell.pages.poster import REDRAW_SECONDS, Poster, draw_backdrop
from games.shell.shell import Scene, Shell
from games.shell.widgets.basic import Button, Choice, Form, Toggle, Widget, nearest
from games.shell.widgets.option_rows import option_widget, value_words
from games.shell.widgets.picker import PickChoice, PickRow

STRIP = 64.0
"""The height over the buttons where a line says what the focused row or button does."""
SMALL = TEXT - 2  # a size of text for long words; chosen by eye
PITCHES = ((48.0, 4.0), (44.0, 2.0), (40.0, 1.0))
"""The heights of rows and of the gaps between them, as far as the page has room for all; where it
has none, the rows of the second height scroll.
"""


class SetupPage(Scene):
    """The page before a game: who plays, the options, the seed, and what the opponent is."""

    def __init__(self, shell: Shell, game_id: str, before: Setup | None = None) -> None:
        """`before` is the setup of a match to begin from, else everything is as usual."""
        super().__init__(shell)
        self.spec = catalog.spec(game_id)
        self.title = self.spec.title
        self.own = OwnWeights(shell, game_id)
        self.params = self.spec.params()
        self.seats = self._first_seats()
        self.company = Company(shell, self.seats)
        self.agent_values: dict[int, dict[str, Any]] = {}
        self.seed, self.chose_seed = fresh_seed(), False
        self.glass_box = False
        if before is not None:
            self._begin_from(before)
        self.saved = saved_match(shell, game_id)
        self.form = Form((), shell.play_sound)
        self.buttons = Form((), shell.play_sound)
        self.size = shell.size
        self.poster = Poster(game_id)
        self.poster.load(shell.theme)
        self._clock = 0.0
        self.build()
        self.on_buttons = True

    def _begin_from(self, before: Setup) -> None:
        """Begin from the choices of an earlier match, all but its seed."""
        self.params = dict(before.params)
        self.glass_box = before.glass_box
        self.seats[:] = [HUMAN] * len(before.seats)
        for seat, seating in enumerate(before.seats):
            if seating.agent != HUMAN:
                found = catalog.seated(before.game, seating)
                self.seats[seat], self.agent_values[seat] = found.spec.id, dict(found.options)
        self.company.take(before)

    @property
    def places(self) -> tuple[Seat, ...]:
        """The seats that the options as they are give."""
        return self.spec.seats_for(self.params)

    def _first_seats(self) -> list[str]:
        places = self.places
        person = next((i for i, place in enumerate(places) if place.people), None)
        if len(places) == 1:
            person = None
        return [HUMAN if i == person else self.spec.default_agent for i in range(len(places))]

    # -- widgets -----------------------------------------------------------------------

    def build(self) -> None:
        """Make the rows for what is chosen now."""
        rows: list[Widget] = []
        self.company.look_again()
        self.lists: list[tuple[PickChoice, int, list[Candidate]]] = []
        for seat, place in enumerate(self.places):
            if self._candidates(seat)[1:]:
                rows.append(self._seat_row(seat, place.name))
            rows.extend(self._agent_rows(seat))
            if self.seats[seat] == HUMAN:
                rows.extend(self.company.guest_row(seat, self.build))
        rows.extend(self.own.buttons(self.seats, self.build))
        rows.extend(self._option_row(option) for option in self.spec.options if not option.hidden)
        rows.append(self._seed_row())
        if len(self.seats) > 1:
            glass, hint = "Glass box", "See its mind before you choose. Nothing is recorded."
            rows.append(Toggle(glass, self.glass_box, self._set_glass_box, hint))
        focus = self.form.focus
        self.form.widgets = rows
        self.form.focus = min(max(focus, 0), len(rows) - 1)
        play = Button("Play", self._play, "main", "play")
        buttons = [play, *self._workshop(), Button("Back", self.shell.pop, icon="back")]
        if self.saved is not None:
            play.kind, play.hint = "plain", "Begins another match; the one that waits is kept."
            hint = f"Continues: {self._saved_words(self.saved)}."
            go_on = Button("Continue", self._continue, "main", "play", hint)
            buttons.insert(0, go_on)
        buttons[-1:-1] = kept_button(self.shell, self.spec.id)
        self.buttons.widgets = list(buttons)
        self.buttons.focus_first()
        self.layout(*self.size)

    def resume(self) -> None:
        """Matches may have been given up on the page of all that wait."""
        self.saved = saved_match(self.shell, self.spec.id)
        self.build()

    def _saved_words(self, found: Log) -> str:
        """Which match waits: who plays, the options other than usual, how far it is, of when."""
        names = [
            self.company.words(seat) if seat.agent == HUMAN else self._agent(seat.agent).name
            for seat in found.seats
        ]
        words = [" against ".join(names)]
        for option in self.spec.options:
            value = found.params[option.name]
            if value != option.default_with(found.params) and not option.hidden:
                label = option.label[:1].lower() + option.label[1:]
                words.append(f"{label} {value_words(option, value)}")
        due = catalog.scene(found.game).Scene.turn_due(len(found.turns))
        words.append(f"turn {due}")
        profile, kept = self.shell.profile, found.kept
        if profile is not None and kept is not None:
            saved = self.shell.library.matches.read(profile.id, self.spec.id, kept.key)
            words += [f"kept on {saved.saved.partition('T')[0]}"] if saved is not None else []
        return ", ".join(words)

    def _workshop(self) -> list[Button]:
        """What the game has beside its matches, such as an editor."""
        found = catalog.scene(self.spec.id).Scene.workshop(self.shell)

        def opener(make: Callable[[Mapping[str, Any]], Scene]) -> Callable[[], None]:
            return lambda: self.shell.push(make(dict(self.params)))

        return [Button(label, opener(make), icon=icon) for label, icon, make in found]

    def _candidates(self, seat: int) -> list[Candidate]:
        """Who can take a seat: people, then the agents, weakest first."""
        people: list[Candidate] = [HUMAN] if self.places[seat].people else []
        if people and sum(place.people for place in self.places) > 1:
            people = self.company.candidates(seat)
        agents = self.own.agents if self.places[seat].agents else ()
        return [*people, *(agent.id for agent in agents)]

    def _pick_row(self, candidate: Candidate, seat: int = -1) -> PickRow:
        """What a candidate is called in the list for a seat, and why it cannot sit there."""
        if isinstance(candidate, Person) or candidate == HUMAN:
            other = self.company.elsewhere(candidate, seat)
            return self.company.row(candidate, "" if other is None else self.places[other].name)
        agent = self._agent(candidate)
        return PickRow(agent.name, agent.description, agent.hindrance(self.params))

    def _seat_row(self, seat: int, name: str) -> Widget:
        candidates = self._candidates(seat)
        label = "Who plays" if seat == 0 else "Against"
        label = label if seat == 0 or len(self.seats) == 2 else name
        if len(self.seats) == 1:
            label = name

        def changed(index: int) -> None:
            self.company.sit(seat, candidates[index])
            self.agent_values.pop(seat, None)
            self.build()

        rows = [self._pick_row(candidate, seat) for candidate in candidates]
        sitting = self.company.sitting(seat)
        hint = rows[candidates.index(sitting)].line if isinstance(sitting, Person) else ""
        row = PickChoice(self.shell, label, rows, candidates.index(sitting), changed, hint)
        self.lists.append((row, seat, candidates))
        return row

    def _agent(self, agent_id: str) -> AgentSpec:
        return next(agent for agent in self.own.agents if agent.id == agent_id)

    def chosen_agent(self, seat: int) -> AgentSpec:
        """The agent in a `seat` with the options that are chosen for it."""
        return self._agent(self.seats[seat]).with_options(self.agent_values.get(seat, {}))

    def _agent_rows(self, seat: int) -> list[Widget]:
        if self.seats[seat] == HUMAN:
            return []
        options = self._agent(self.seats[seat]).options
        first = first_options(self.spec, self.seats[seat], HUMAN in self.seats)
        values = self.agent_values.setdefault(seat, first)
        return [
            option_widget(option, values.get(option.name, option.default), values)
            for option in options
            if not option.hidden
        ]

    def _option_row(self, option: Option) -> Widget:
        followers = [other for other in self.spec.options if other.follows == option.name]

        def follow() -> None:
            for other in followers:
                self.params[other.name] = other.default_with(self.params)
            self.build()

        after = follow if followers else self._check_agents
        return option_widget(option, self.params[option.name], self.params, after)

    def _check_agents(self) -> None:
        """The options changed: who can play with them now? (A slider may be held meanwhile.)"""
        for row, seat, candidates in self.lists:
            row.rows = [self._pick_row(candidate, seat) for candidate in candidates]

    def _seed_row(self) -> Widget:
        texts = [f"{(self.seed + step) % SEED_BELOW}" for step in (0, 1, -1)]
        hint = "The same seed gives the same match again. Choose one, and it is practice."
        label = "Seed"

        def changed(index: int) -> None:
            self.seed, self.chose_seed = (self.seed + (0, 1, -1)[index]) % SEED_BELOW, True
            row.labels = [f"{(self.seed + step) % SEED_BELOW}" for step in (0, 1, -1)]
            row.index = 0

        row = Choice(label, texts, 0, changed, hint)
        return row

    def _set_glass_box(self, value: bool) -> None:
        self.glass_box = value

    # -- actions -----------------------------------------------------------------------

    def _play(self) -> None:
        ensure_profile(self.shell)
        seats = tuple(self.seating(seat) for seat in range(len(self.seats)))
        params, practice = dict(self.params), self.chose_seed
        setup = Setup(self.spec.id, seats, params, self.seed, self.glass_box, practice=practice)
        try:
            table = start_table(self.shell, setup)
        except ValueError as problem:  # such as an agent that cannot play with these options
            self.shell.toast(str(problem))
            return
        self.shell.replace(table)

    def seating(self, seat: int) -> Seating:
        """Who sits in a `seat`, as the match is told."""
        if self.seats[seat] == HUMAN:
            return Seating(HUMAN, person=self.company.named.get(seat))
        spec = self.chosen_agent(seat)
        return Seating(spec.id, spec.defaults)

    def _continue(self) -> None:
        while self.saved is not None:
            found = self.saved
            try:
                self.shell.replace(continue_match(self.shell, found))
                return
            except LostWeights as problem:  # the match itself is well, and stays
                self.shell.toast(f"The unfinished match cannot be continued: {problem}")
                return
            except (BadOption, ValueError) as problem:
                if not self._give_up(found, problem):
                    return

    def _give_up(self, found: Log, problem: Exception) -> bool:
        """A match that cannot be played on waits no more; whether the copy before it does."""
        key = found.kept.key if found.kept is not None else ""
        copy = refuse_match(self.shell, self.spec.id, key, problem)
        self.saved = saved_match(self.shell, self.spec.id, key if copy else None)
        self.build()
        return copy

    # -- the scene ---------------------------------------------------------------------

    def layout(self, width: float, height: float) -> None:
        """The rows to the left, the opponent to the right, the buttons below."""
        self.size = (width, height)
        row_width = min(640.0, width * 0.56)
        for widget in self.form.widgets:
            widget.box = (0, 0, 0, 0)
        bottom = height - 96 - STRIP
        room, rows = bottom - 184, len(self.form.widgets)
        fitting = (pitch for pitch in PITCHES if rows * sum(pitch) - pitch[1] <= room)
        self.form.column((EDGE, 184, row_width, room), *next(fitting, PITCHES[1]))
        wide = min(200.0, (width - 2 * EDGE + 16) / len(self.buttons.widgets) - 16)
        tall = 56.0 if wide > 190 else 48.0
        for number, button in enumerate(self.buttons.widgets):
            button.box = (EDGE + number * (wide + 16), height - 68 - tall / 2, wide, tall)

    def handle(self, event: InputEvent) -> bool:
        """The rows and the buttons; back leaves."""
        if isinstance(event, Press):
            return self._press(event)
        used = self.buttons.handle(event)
        if used:
            self.on_buttons = True
        elif self.form.handle(event):
            self.on_buttons, used = False, True
        return used

    def _press(self, event: Press) -> bool:
        if event.action == "back":
            self.shell.pop()
            return True
        if event.action == "help":
            self._help()
            return True
        if event.action in ("up", "down") and self._cross(event.action):
            return True
        return (self.buttons if self.on_buttons else self.form).handle(event)

    def _cross(self, action: str) -> bool:
        """Up or down past the last row, or the buttons: to the other form, round the ends."""
        if not self.on_buttons and nearest(self.form.widgets, self.form.focused, action):
            return False
        self.on_buttons = not self.on_buttons
        if not self.on_buttons:
            self.form.focus_on(self.form.widgets[-1 if action == "up" else 0])
        self.shell.play_sound("focus")
        return True

    def _help(self) -> None:
        self.shell.push(self.shell.doors.help(self.shell, self.spec, None))

    def update(self, dt: float) -> None:
        """Let the poster play."""
        self.poster.update(dt)
        self._clock += dt

    def next_frame(self) -> float | None:
        """When the poster is due."""
        if self.poster.miniature is None:
            return None
        if self.poster.picture is None:
            return 0.0
        if self.shell.theme.reduced_motion:
            return None
        return max(0.0, REDRAW_SECONDS - self._clock)

    def draw(self, canvas: Canvas) -> None:
        """Title, rows, the opponent's words, buttons."""
        draw_backdrop(canvas)
        canvas.text(self.spec.title, (EDGE, 76), TITLE, "paper", "title")
        hint = f"{self.shell.input.label('help')}: rules and opponents"
        used = canvas.text(hint, (canvas.width - EDGE, 134), SMALL, "quiet", align="right")
        room = canvas.width - 2 * EDGE - used - GAP
        lines = min(2, len(canvas.wrap(self.spec.tagline, room, TEXT)))
        top = (126 + 8 * lines) - lines * canvas.line_height(TEXT) / 2
        canvas.paragraph(self.spec.tagline, (EDGE, top), room, TEXT, "quiet", most=2)
        focus = self.form.focus, self.buttons.focus
        if self.on_buttons:
            self.form.focus = -1
        else:
            self.buttons.focus = -1
        self.form.draw(canvas)
        self.buttons.draw(canvas)
        self.form.focus, self.buttons.focus = focus
        self._draw_opponents(canvas)
        self._draw_strip(canvas)

    def _draw_poster(self, canvas: Canvas, frame: Box) -> float:
        """The game playing itself in a brass frame; returns the bottom."""
        x, y, w, h = frame
        inner = (x + 4, y + 4, w - 8, h - 8)
        still = self.shell.theme.reduced_motion
        if self.poster.picture is None or (self._clock >= REDRAW_SECONDS and not still):
            self._clock = 0.0
            fault = self.poster.refresh(canvas, inner)
            if fault is not None:
                self.shell.log_fault(fault)
        canvas.panel(frame, "raised", canvas.theme.mix("brass", "ink", 0.4), 3, 14)
        self.poster.draw(canvas, inner)
        return y + h

    def _draw_opponents(self, canvas: Canvas) -> None:
        """The poster, as large as the words below leave it, and who is met."""
        left = EDGE + min(640.0, canvas.width * 0.56) + 2 * GAP
        width, bottom = canvas.width - EDGE - left, canvas.height - 96 - STRIP
        shown = [(seat, self.chosen_agent(seat)) for seat, a in enumerate(self.seats) if a != HUMAN]
        size, top, least = TEXT, 176.0, width * 0.28
        for size, poster in ((TEXT, least), (SMALL, least), (TEXT, -GAP), (SMALL, -GAP)):
            words = sum(
                words_height(canvas, self.agent_words(seat), width, size) for seat, _ in shown
            )
            tall = min(bottom - top - words - GAP, width * 9 / 16)
            if tall >= poster:
                break
        y = top
        if tall >= 80:
            wide = tall * 16 / 9
            y = self._draw_poster(canvas, (left + (width - wide) / 2, top, wide, tall)) + GAP
        for number, (seat, spec) in enumerate(shown):
            colour = ("sky", "orange")[min(seat, 1)]
            canvas.icon("mind", (left + 14, y + 14), 28, colour)
            place, room = (left + 40, y + 14), width - 40
            large = LABEL if canvas.text_width(spec.name, LABEL, "bold") <= room else TEXT
            canvas.text(spec.name, place, large, "paper", "bold", max_width=room)
            end = y + (bottom - y) / (len(shown) - number)
            y = (
                draw_words(
                    canvas, self.agent_words(seat), (left, y + 36, width, end - y - 36), size
                )
                + GAP
            )

    def agent_words(self, seat: int) -> tuple[tuple[str, str], ...]:
        """What is said of the agent in a `seat`, each with its colour: what it does, whether it
        plays with what was learned on this machine, and how strong it is or why it cannot play.
        """
        spec = self.chosen_agent(seat)
        hindrance = spec.hindrance(self.params)
        second = (
            (hindrance, "brass")
            if hindrance
            else (strength_words(spec, self._agent(spec.id)), "quiet")
        )
        own = [(words, "brass") for words in self.own.words[spec.id]]
        return tuple(part for part in ((spec.description, "paper"), *own, second) if part[0])

    def _draw_strip(self, canvas: Canvas) -> None:
        """What the focused row or button does."""
        form = self.buttons if self.on_buttons else self.form
        width = canvas.width - 2 * EDGE
        lines = min(2, len(canvas.wrap(form.hint, width, SMALL)))
        top = canvas.height - 96 - STRIP / 2 - lines * canvas.line_height(SMALL) / 2
        canvas.paragraph(form.hint, (EDGE, top), width, SMALL, "quiet", most=2)


Said = tuple[tuple[str, str], ...]
"""Texts about an agent, each with its colour."""


def words_height(canvas: Canvas, said: Said, width: float, size: float) -> float:
    """How high a name and what is `said` under it stand, in text of a `size`."""
    texts = [canvas.wrap(text, width, size) for text, _ in said]
    return 36 + sum(len(text) * canvas.line_height(size) + 8 for text in texts) + GAP


def draw_words(canvas: Canvas, said: Said, box: Box, size: float) -> float:
    """Draw what is `said` of an agent, in text of a `size`, as far as it fits.

    Returns the bottom.
    """
    x, y, w, h = box
    bottom = y + h
    for text, colour in said:
        fitting = int((bottom - y) / canvas.line_height(size))
        if fitting > 0:
            y += 8 + canvas.paragraph(text, (x, y), w, size, colour, most=fitting)
    return y - 8


def strength_words(chosen: AgentSpec, usual: AgentSpec) -> str:
    """How strong an agent was measured to be, and what is `chosen` otherwise than usual."""
    if not chosen.strength or chosen.variant is not None:  # that tells of the options set
        return chosen.strength
    others = [
        f"Yours: {option.label.lower()} {option.default:g}."
        for option, before in zip(chosen.options, usual.options, strict=True)
        if option.kind in ("int", "float") and option.default != before.default
    ]
    return " ".join([chosen.strength, *others])
