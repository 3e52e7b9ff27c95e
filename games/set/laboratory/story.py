"""The pane that answers the question: four steps, each of which can be played through."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, NamedTuple

from games.session.starting import fresh_seed
from games.set import places
from games.set.drawing import draw_card
from games.set.laboratory.counting import POLICIES
from games.set.laboratory.pane import LaboratoryPane, Room, game_key, many, one_in
from games.set.rules.cards import CARDS, Indices, sets_among
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import MARK, RIGHT, SERIES, WRONG
from games.shell.draw.theme import HEADING, LABEL, NOTE, TEXT
from games.shell.widgets.basic import Button
from games.shell.widgets.form import Widget

FIRST: Final = 12
MORE: Final = 3


@dataclass
class Count:
    """The number of tables seen, of tables without a set, and of the sets on all of them."""

    tables: int = 0
    without: int = 0
    sets: int = 0

    def note(self, sets: int) -> None:
        """Count one more table."""
        self.tables += 1
        self.without += sets == 0
        self.sets += sets

    @property
    def share(self) -> float | None:
        """The share without a set; None before there was a table."""
        return self.without / self.tables if self.tables else None


class RandomTables:
    """Tables of twelve cards from a fresh deck each."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.count = Count()
        self.table: list[int] = []
        self.found: list[Indices] = []

    def deal(self, tables: int = 1) -> None:
        """Deal `tables` tables, of which the last stays to be seen."""
        for _ in range(tables):
            self.table = self._rng.sample(range(CARDS), FIRST)
            self.found = sets_among(self.table)
            self.count.note(len(self.found))


@dataclass
class RandomGame:
    """A game in which sets are taken at random: its table, the sets on it, and all its tables.

    `log` has the sets on each table, `left` the cards in the deck; `taken` are the places of the
    set that goes next, () where three cards come.
    """

    table: list[int]
    deck: list[int]
    found: list[Indices] = field(default_factory=list)
    log: list[int] = field(default_factory=list)
    taken: Indices = ()
    over: bool = False


class Games:
    """Games after games, and what was counted: while cards are left, and all tables."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.games = 0
        self.with_cards, self.all = Count(), Count()
        self.play = self._begin()

    def _begin(self) -> RandomGame:
        deck = self._rng.sample(range(CARDS), CARDS)
        play = RandomGame(deck[:FIRST], deck[FIRST:])
        self._look(play)
        return play

    def _look(self, play: RandomGame) -> None:
        """See what is on the table, and choose what goes."""
        play.found = sets_among(play.table)
        sets = len(play.found)
        play.log.append(sets)
        self.all.note(sets)
        if play.deck and len(play.table) == FIRST:
            self.with_cards.note(sets)
        play.over = not sets and not play.deck
        self.games += play.over
        play.taken = self._rng.choice(play.found) if sets else ()

    def step(self) -> None:
        """Go one table on; after the last one begin another game."""
        play = self.play
        if play.over:
            self.play = self._begin()
            return
        places: Sequence[int] = play.taken
        play.table = [card for at, card in enumerate(play.table) if at not in places]
        if not places or len(play.table) < FIRST:
            play.table += play.deck[:MORE]
            play.deck = play.deck[MORE:]
        self._look(play)

    def finish(self) -> None:
        """Go to the end of this game; of the next one where it is over."""
        self.step()
        while not self.play.over:
            self.step()


class StoryStep(NamedTuple):
    """A step: its words, and the figure that it comes to."""

    title: str
    text: str
    figure: str


STEPS: Final = (
    StoryStep(
        "1. A random table",
        "Shuffle, lay twelve cards, look, shuffle again. Of 31 such tables one holds no set. That "
        "is exact: all collections of twelve cards without a set were counted. The rules of the "
        "game say 1 in 33, and mean this. So why does one find nothing so much more often?",
        "exactly 1 in 31",
    ),
    StoryStep(
        "2. Taking sets leaves poorer tables",
        "In a game nobody shuffles. A set is taken, three cards come, and nine stay: those that "
        "nobody could use. They make fewer sets with what comes, 2.4 on a table in place of 2.8. "
        "So while cards are left, one table of twelve in 15 holds none.",
        "in 2 million games 1 in 15.1",
    ),
    StoryStep(
        "3. The last table never holds one",
        "A game ends when the deck is empty and no set is left. So of its 27 tables one, the last, "
        "holds none for certain. Count all the tables of a game, and one in 10.6 is empty. That is "
        "what a program counts that plays hundreds of thousands of games.",
        "in 2 million games 1 in 10.6",
    ),
    StoryStep(
        "4. It matters which set you take",
        "Always the first set from the left, and the cards on the right stay longer: empty tables "
        "come a little less often. Any set, the most alike one, or as fast as you see each kind: "
        "these hardly differ. Count all four, and see how far the intervals lie apart.",
        "each counted here",
    ),
)
MANY_TABLES: Final = 1000
MANY_GAMES: Final = 20
"""Tables and games that are dealt at a press."""
FRAME_SECONDS: Final = 0.006
"""So long a frame deals at most, of 16 ms."""


class StoryPane(LaboratoryPane):
    """A pane with the four steps."""

    title = "Why no set?"

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        self.place_of = 0
        seed = fresh_seed()
        self.tables = RandomTables(Random(seed))
        self.games = Games(Random(seed))
        self.tables.deal()
        self.running = False
        self._due: list[str] = []
        self.left = 0  # tables or games that are still to be dealt
        self.one = Button("Deal", self._one, "main", "play")
        self.more = Button("Deal 1,000", self._more, icon="fast")
        self.next = Button("Next", self._next, icon="forward")
        self.before = Button("Before", self._before, icon="back")

    @property
    def step(self) -> StoryStep:
        """The step on show."""
        return STEPS[self.place_of]

    # -- what can be done --------------------------------------------------------------

    def _one(self) -> None:
        (self.tables.deal, self.games.step, self.games.step, self._toggle)[self.place_of]()
        self.room.refresh()

    def _more(self) -> None:
        if self.place_of == 0:
            self.left = MANY_TABLES
        elif self.place_of == 1:
            self.left = MANY_GAMES
        else:
            (self.games.finish if self.place_of == 2 else self._toggle)()
        self.room.refresh()

    def update(self, dt: float) -> None:
        """Deal and play on what was asked for, as much as a frame has time for."""
        until = time.perf_counter() + FRAME_SECONDS
        while self.left and time.perf_counter() < until:
            self.left -= 1
            (self.tables.deal if self.place_of == 0 else self.games.finish)()
            if not self.left:
                self.room.refresh()

    @property
    def moving(self) -> bool:
        """True if tables are being dealt."""
        return self.left > 0

    def _next(self) -> None:
        self.stop()
        self.place_of = min(self.place_of + 1, len(STEPS) - 1)
        if self.place_of == 2 and not self.games.play.over:
            self.games.finish()
        self.room.refresh()

    def _before(self) -> None:
        self.stop()
        self.place_of = max(self.place_of - 1, 0)
        self.room.refresh()

    def _toggle(self) -> None:
        """Have games of all four kinds counted in turn, or stop."""
        self.running = not self.running
        self._ask()

    def _ask(self) -> None:
        if not self.running or self.waiting:
            return
        if not self._due:
            self._due = [policy for policy, _ in POLICIES]
        self.waiting = True
        self.ask_games(self._due.pop(0))

    def stop(self) -> None:
        """Count no further."""
        self.running = False
        self.left = 0

    def take(self, reply: Mapping[str, Any]) -> None:
        """Take in that games were counted; the next kind is due."""
        if reply["op"] == "counted" and reply.get("by_pane") == self.title:
            self.waiting = False
            self._ask()
        elif reply["op"] == "error":
            self.waiting = self.running = False

    # -- the pane ----------------------------------------------------------------------

    def widgets(self) -> Sequence[Widget]:
        """Return the controls of the step, and the way on."""
        stop = "Stop" if self.running else "Count"
        labels = (
            ("Deal", "Deal 1,000"),
            ("New game" if self.games.play.over else "Take a set", "Play 20 games"),
            ("New game" if self.games.play.over else "Take a set", "Play to the end"),
            (stop, stop),
        )
        if self.place_of == 1 and not self.games.play.taken and not self.games.play.over:
            labels = (labels[0], ("Three more", labels[1][1]), *labels[2:])
        self.one.label, self.more.label = labels[self.place_of]
        self.one.icon = "pause" if self.running else "play"
        self.next.enabled = self.place_of < len(STEPS) - 1
        self.before.enabled = self.place_of > 0
        more = () if self.place_of == len(STEPS) - 1 else (self.more,)
        return (self.one, *more, self.before, self.next)

    def place(self, box: Box) -> None:
        """Place the table on the left, words on the right, the buttons under them."""
        self.box = (x, y, w, h) = box
        side = w * 0.46
        left = x + w - side
        half = (side - 12) / 2
        self.one.box = (left, y + h - 104, half, 46)
        self.more.box = (left + half + 12, y + h - 104, half, 46)
        self.before.box = (left, y + h - 50, half, 46)
        self.next.box = (left + half + 12, y + h - 50, half, 46)

    def draw(self, canvas: Canvas) -> None:
        """Draw the table or the bars, and the words."""
        x, y, w, h = self.box
        side = w * 0.46
        room = (x, y, w - side - 32, h)
        if self.place_of == 0:
            self._draw_table(canvas, room, self.tables.table, self.tables.found, ())
        elif self.place_of < len(STEPS) - 1:
            play = self.games.play
            self._draw_table(canvas, room, play.table, play.found, play.log)
        else:
            self._draw_policies(canvas, room)
        self._draw_words(canvas, (x + w - side, y, side, h - 116))

    def _draw_words(self, canvas: Canvas, box: Box) -> None:
        x, y, w, h = box
        step = self.step
        size = LABEL if canvas.text_width(step.title, LABEL, "title") <= w else TEXT
        canvas.text(step.title, (x, y + 16), size, "brass", "title", max_width=w)
        wide = canvas.wrap(step.text, w, TEXT)
        fits = len(wide) * canvas.line_height(TEXT) <= h - 150
        y += 38
        y += canvas.paragraph(step.text, (x, y), w, TEXT if fits else NOTE, "paper") + 14
        told, figure = self._told()
        canvas.text(figure, (x, y + 18), HEADING, "paper", "title", max_width=w)
        y += 40
        y += canvas.paragraph(told, (x, y), w, NOTE, "quiet") + 2
        canvas.paragraph(step.figure, (x, y), w, NOTE, "brass", "bold")

    def _told(self) -> tuple[str, str]:
        """Return the count here, in words, and as the large figure."""
        if self.place_of == len(STEPS) - 1:
            random = self.room.counts.get(game_key("random", self.room.weights))
            share = None if random is None else random["all"]["no_set"]["share"]
            return "of all tables, any set taken", one_in(share) if share else "1 in ..."
        count = (self.tables.count, self.games.with_cards, self.games.all)[self.place_of]
        tables = "table" if count.tables == 1 else "tables"
        mean = count.sets / max(1, count.tables)
        told = f"{count.without:,} of {count.tables:,} {tables} here without a set; "
        figure = one_in(count.share) if count.without else "none yet"
        return told + f"{mean:.2f} sets on each", figure

    # -- tables ------------------------------------------------------------------------

    def _draw_table(
        self,
        canvas: Canvas,
        room: Box,
        table: Sequence[int],
        found: Sequence[Sequence[int]],
        log: Sequence[int],
    ) -> None:
        x, y, w, h = room
        strip = 96.0 if log else 34.0
        cards = places.boxes((x, y, w, h - strip - 8), len(table), 12)
        taken = set(self.games.play.taken) if log else {p for each in found[:1] for p in each}
        for place, (card, box) in enumerate(zip(table, cards, strict=True)):
            draw_card(canvas, card, box, RIGHT if place in taken else "")
        words = "No set on this table." if not found else f"{len(found)} set"
        words += "s on this table, one of them framed." if len(found) > 1 else ""
        words += " on this table, framed." if len(found) == 1 else ""
        colour = "paper" if found else WRONG
        canvas.text(words, (x, y + h - strip + 8), TEXT, colour, "bold", max_width=w)
        if log:
            self._draw_log(canvas, (x, y + h - strip + 26, w, strip - 30), log)

    def _draw_log(self, canvas: Canvas, box: Box, log: Sequence[int]) -> None:
        """Draw a bar for each table of the game; those without a set are hollow."""
        x, y, w, h = box
        pitch = min(18.0, w / max(30, len(log)))
        for number, sets in enumerate(log):
            left = x + number * pitch
            if sets:
                tall = h * min(1.0, sets / 8)
                canvas.rect((left, y + h - tall, pitch - 4, tall), SERIES[1], 2)
            else:
                canvas.ring((left + pitch / 2 - 2, y + h - 7), 5, MARK, 2)

    def _draw_policies(self, canvas: Canvas, room: Box) -> None:
        """Draw a row for each way of taking sets: the share of all tables without one, its
        interval.
        """
        x, y, w, h = room
        canvas.text("Tables without a set, of all", (x, y + 12), TEXT, "brass", "bold")
        low, high = 0.085, 0.1
        pitch = min(92.0, (h - 80) / len(POLICIES))
        for number, (policy, name) in enumerate(POLICIES):
            top = y + 40 + number * pitch
            canvas.text(name, (x, top + 12), TEXT, "paper", "bold", max_width=w * 0.6)
            found = self.room.counts.get(game_key(policy, self.room.weights))
            line = top + 42
            canvas.line((x, line), (x + w, line), "line", 2)
            if found is None:
                canvas.text("not counted yet", (x + w, top + 12), NOTE, "quiet", align="right")
                continue
            none = found["all"]["no_set"]
            ends = [x + w * (min(max(end, low), high) - low) / (high - low) for end in none["ci95"]]
            canvas.rect((ends[0], line - 9, max(3.0, ends[1] - ends[0]), 18), SERIES[0], 4, 110)
            at = x + w * (min(max(none["share"], low), high) - low) / (high - low)
            canvas.rect((at - 2, line - 13, 4, 26), SERIES[0], 2)
            told = f"{one_in(none['share'])} · {many(found['games'])} games"
            canvas.text(told, (x + w, top + 12), NOTE, "paper", "bold", "right", w * 0.55)
        for share in (low, 0.09, 0.095, high):
            at = x + w * (share - low) / (high - low)
            align = "left" if share == low else "right" if share == high else "centre"
            place = (at, y + 48 + len(POLICIES) * pitch)
            canvas.text(f"{100 * share:.1f}%", place, NOTE, "quiet", align=align)
