"""The settings folded away behind the page before a game: seats, options, seed, weights.

One sentence describes the choices, and rewrites itself. Beside the rows stands what is known of the
opponents.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from games.agents import AgentSpec
from games.core import Person
from games.session.setup import HUMAN
from games.session.starting import SEED_BELOW
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import EDGE, GAP, LABEL, NOTE, TEXT
from games.shell.pages.before.choices import (
    MatchChoices,
    follow,
    led,
    level_at,
    levels_at,
    take_level,
)
from games.shell.pages.before.company import Candidate
from games.shell.pages.before.sentences import Said, agent_words, sentence
from games.shell.pages.page import FOOT, Page
from games.shell.shell import Shell
from games.shell.widgets.basic import Button, Choice, Toggle, Widget
from games.shell.widgets.faces import Face, draw_face, face_of
from games.shell.widgets.number_row import NumberRow
from games.shell.widgets.option_rows import option_widget
from games.shell.widgets.picker import PickChoice, PickRow
from games.spec import LEVELS, Option

SMALL = TEXT - 2  # a size of text for long words; chosen by eye
TOP = 176.0
PITCHES = ((48.0, 4.0), (44.0, 2.0), (40.0, 1.0))
"""The heights of rows and of the gaps between them, as far as the page has room for all; where it
has none, the rows of the second height scroll.
"""


EXPERTS: Final = "For experts"


class TunePage(Page):
    """The rows that change `choices`; `play` begins the match."""

    def __init__(self, shell: Shell, choices: MatchChoices, play: Callable[[], None]) -> None:
        super().__init__(shell, "Tune")
        self.choices, self._begin = choices, play
        self.lists: list[tuple[PickChoice, int, list[Candidate]]] = []
        self._faces: dict[str, Face] = {}
        self.unfolded = False
        label = "Watch" if choices.watching else "Play"
        self.foot.widgets.insert(0, Button(label, self._play, "main", "play"))
        self.foot.focus_first()
        self.build()

    def unfold(self) -> None:
        """Show the rows for experts, too."""
        self.unfolded = True
        self.build()

    def _play(self) -> None:
        self.shell.pop()
        self._begin()

    # -- rows --------------------------------------------------------------------------

    def build(self) -> None:
        """Make the rows for what is chosen now."""
        choices = self.choices
        choices.company.look_again()
        self.lists, rows = [], []
        for seat, place in enumerate(choices.places):
            if led(choices, seat) is not None:
                continue  # who sits in another seat has this one too
            if choices.candidates(seat)[1:]:
                rows.append(self._seat_row(seat, place.name))
            if seat == choices.hand and levels_at(choices):
                rows.append(self._level_row())
            rows.extend(self._agent_rows(seat))
            if choices.seats[seat] == HUMAN:
                rows.extend(choices.company.guest_row(seat, self.build))
        rows.extend(choices.own.buttons(choices.seats, self.build))
        shown = choices.spec.options_for(choices.params)
        rows.extend(self._option_row(option) for option in shown)
        if self.unfolded or choices.chose_seed or choices.glass_box:
            rows.append(self._seed_row())
            if len(choices.seats) > 1:
                hint = "You see its mind before you choose. Nothing is recorded."
                rows.append(
                    Toggle("See its mind first", choices.glass_box, self._set_glass_box, hint)
                )
        else:
            hint = "The seed of the match, and an opponent whose mind is open from the start."
            rows.append(Button(EXPERTS, self.unfold, icon="down", hint=hint))
        for agent_id in choices.seats:
            if agent_id != HUMAN and agent_id not in self._faces:
                name = choices.agent(agent_id).name
                self._faces[agent_id] = face_of(choices.spec.id, agent_id, name)
        self._dim_play()
        self.fill(rows, keep_focus=True)

    def pick_row(self, candidate: Candidate, seat: int = -1) -> PickRow:
        """Return the row of a candidate in the list for a seat, with why it cannot sit there."""
        choices = self.choices
        if isinstance(candidate, Person) or candidate == HUMAN:
            other = choices.company.elsewhere(candidate, seat)
            return choices.company.row(
                candidate, "" if other is None else choices.places[other].name
            )
        agent = choices.agent(candidate)
        return PickRow(agent.name, agent.description, agent.hindrance(choices.params))

    def _seat_row(self, seat: int, name: str) -> Widget:
        choices, candidates = self.choices, self.choices.candidates(seat)
        label = "Who plays" if seat == 0 else "Against"
        label = label if seat == 0 or len(choices.seats) == 2 else name
        if len(choices.seats) == 1:
            label = name

        def changed(index: int) -> None:
            choices.sit(seat, candidates[index])
            self.build()

        rows = [self.pick_row(candidate, seat) for candidate in candidates]
        sitting = choices.company.sitting(seat)
        hint = rows[candidates.index(sitting)].line if isinstance(sitting, Person) else ""
        row = PickChoice(self.shell, label, rows, candidates.index(sitting), changed, hint)
        self.lists.append((row, seat, candidates))
        return row

    def _level_row(self) -> Widget:
        """Return the row with the four levels, and a fifth word for other options."""
        choices, words = self.choices, [*LEVELS]
        number = level_at(choices)
        if number is None:
            words.append("your own")

        def changed(index: int) -> None:
            if index < len(LEVELS):
                take_level(choices, index)
                self.build()

        hint = "How strong the opponent is. A newcomer begins with easy."
        return Choice("Level", words, len(LEVELS) if number is None else number, changed, hint)

    def _agent_rows(self, seat: int) -> list[Widget]:
        options = self.choices.agent_options(seat)
        if not options:
            return []
        values = self.choices.values(seat)
        return [
            option_widget(option, values.get(option.name, option.default), values)
            for option in options
        ]

    def _option_row(self, option: Option) -> Widget:
        choices = self.choices

        def changed() -> None:
            followed = follow(option, choices.spec.options, choices.params)
            seats = len(choices.seats)
            choices.fit()
            if followed or len(choices.seats) != seats:
                self.build()
            else:
                self._check_agents()

        return option_widget(option, choices.params[option.name], choices.params, changed)

    def _check_agents(self) -> None:
        """The options changed: who can play with them now? (A slider may be held meanwhile.)"""
        for row, seat, candidates in self.lists:
            row.rows = [self.pick_row(candidate, seat) for candidate in candidates]
        self._dim_play()

    def _dim_play(self) -> None:
        """Dim Play if an agent cannot play with these options; the rows have the reason."""
        play = self.foot.widgets[0]
        assert isinstance(play, Button)
        play.dim = bool(self.choices.hindrance)

    def _seed_row(self) -> Widget:
        hint = "The same seed gives the same match again. Type one, and it is practice."
        ends, choose = (0, SEED_BELOW - 1), self.choices.choose_seed
        return NumberRow("Seed", self.choices.seed, ends, choose, hint=hint)

    def _set_glass_box(self, value: bool) -> None:
        self.choices.glass_box = value

    # -- the scene ---------------------------------------------------------------------

    def resume(self) -> None:
        """Look again: a player may have another name by now."""
        self.build()

    @property
    def body_box(self) -> Box:
        """The rows to the left."""
        width, height = self.size
        share = 0.62 if self.shell.theme.larger_text else 0.56  # the longest words fit their row
        return (EDGE, TOP, min(640.0, width * share), height - FOOT - GAP - TOP)

    def place(self, box: Box) -> None:
        """Place all rows as large as the page has room for."""
        rows = len(self.body.widgets)
        for widget in self.body.widgets:
            widget.box = (0, 0, 0, 0)
        fitting = (pitch for pitch in PITCHES if rows * sum(pitch) - pitch[1] <= box[3])
        self.body.column(box, *next(fitting, PITCHES[1]))

    def draw_body(self, canvas: Canvas) -> None:
        """Draw the sentence, and who is met."""
        words, room = sentence(self.choices), canvas.width - 2 * EDGE
        size = LABEL if canvas.text_width(words, LABEL) <= room else TEXT
        canvas.text(words, (EDGE, 136), size, "paper", max_width=room)
        left, bottom = EDGE + self.body_box[2] + 2 * GAP, canvas.height - FOOT - GAP / 2
        box = (left, TOP, canvas.width - EDGE - left, bottom - TOP)
        met = self._met()
        said = [words for _, words, _ in met]
        size = TEXT if sum(words_height(canvas, s, box[2], TEXT) for s in said) <= box[3] else SMALL
        if sum(words_height(canvas, s, box[2], size) for s in said) > box[3]:
            size = NOTE
        needs = [words_height(canvas, s, box[2], size) for s in said]
        y = box[1]
        for number, (spec, told, seats) in enumerate(met):
            spare = bottom - y - sum(needs[number + 1 :])  # what those below leave
            share = max(spare, (bottom - y) / (len(met) - number))
            self._draw_name(canvas, spec, seats, (left, y, box[2], 44))
            y = draw_words(canvas, told, (left, y + 44, box[2], share - 44), size) + GAP

    def _met(self) -> list[tuple[AgentSpec, Said, int]]:
        """Return the opponents, the words about them, and their number of seats: the same words
        stand once.
        """
        told = [
            (self.choices.chosen(seat), agent_words(self.choices, seat))
            for seat in self.choices.opponents
        ]
        seats = Counter((spec.id, tuple(words)) for spec, words in told)
        first = {(spec.id, tuple(words)): (spec, words) for spec, words in reversed(told)}
        return [(*first[key], count) for key, count in seats.items()]

    def _draw_name(self, canvas: Canvas, spec: AgentSpec, seats: int, box: Box) -> None:
        """Draw the face and the name of an agent with this number of `seats`."""
        x, y, w, h = box
        draw_face(canvas, self._faces[spec.id], (x + 20, y + 18), h)
        name = spec.name if seats == 1 else f"{seats} x {spec.name}"
        room = w - 52
        large = LABEL if canvas.text_width(name, LABEL, "bold") <= room else TEXT
        canvas.text(name, (x + 52, y + 18), large, "paper", "bold", max_width=room)


def words_height(canvas: Canvas, said: Said, width: float, size: float) -> float:
    """Return the height of a name and the words `said` under it, in text of a `size`."""
    texts = [canvas.wrap(text, width, size) for text, _ in said]
    return 44 + sum(len(text) * canvas.line_height(size) + 8 for text in texts) + GAP


def draw_words(canvas: Canvas, said: Said, box: Box, size: float) -> float:
    """Draw the words `said` about an agent, in text of a `size`, as far as they fit.

    Returns the bottom.
    """
    x, y, w, h = box
    bottom = y + h
    for text, colour in said:
        fitting = int((bottom - y) / canvas.line_height(size))
        if fitting > 0:
            y += 8 + canvas.paragraph(text, (x, y), w, size, colour, most=fitting)
    return y - 8
