"""The living pictures in the help of Jaipur: one rule each, played on a small table.

Each is 320 x 180 units. A `TradeScript` is a position, what is marked and played in it, and the
cards that are turned up, by the rules of the game; it is played over and over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple

from games.core import CHANCE
from games.jaipur.board import BELOW, Board, Look
from games.jaipur.drawing import BACK, NIGHT, SHAPE, draw_bonus, draw_card, draw_motif, draw_token
from games.jaipur.marks import Marks
from games.jaipur.places import StallPlaces, hand_boxes
from games.jaipur.playing.journeys import flights_of
from games.jaipur.rules import GAME
from games.jaipur.rules.goods import ALL_BONUS, ALL_CARDS, CAMEL, FULL_TOKENS, GOODS, UNIT, pack
from games.jaipur.rules.state import MatchSoFar, State, Trader
from games.jaipur.sight import sight_of
from games.jaipur.stall import Gain, Stall, stall_after
from games.jaipur.words import tokens_left
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.flights import Flights
from games.shell.draw.story import Story
from games.shell.draw.theme import Theme
from games.shell.miniature import Miniature

# Seconds and units; chosen by eye.
BEFORE: Final = 1.0
MARKED: Final = 0.9
BETWEEN: Final = 0.2
AFTER: Final = 1.8
MARK: Final = "mark"
"""The part of a script in which the marks are shown."""
LIFT: Final = 6.0


class TradeScript(NamedTuple):
    """A market by places, hand and herd of who trades, and what happens: a move, then chance.

    `marks` are shown before the move. `gone` are goods whose tokens are gone but for one.
    """

    stall: str
    hand: str
    herd: int
    marks: Marks
    turns: tuple[str, ...]
    gone: str = ""

    def start(self) -> State:
        """Return the position before the move."""
        market, hand = pack(self.stall), pack(self.hand)
        deck = ALL_CARDS - market - hand - self.herd
        tokens = FULL_TOKENS
        for good in self.gone:
            tokens = tokens & ~(UNIT[good] * 15) | UNIT[good]
        traders = (Trader(hand, self.herd), Trader())
        return State(
            *(market, deck, sum(deck >> 4 * n & 15 for n in range(7)), tokens, ALL_BONUS, 0),
            *(traders, 0, 0, (0,), MatchSoFar(length="round")),
        )


PLACES: Final = StallPlaces(
    stage=(0, 0, 320, 180),
    infos=((400, -80, 90, 60), (214.0, 48.0, 96.0, 60.0)),
    hands=((110, -90, 100, 60), (14.0, 108.0, 196.0, 62.0)),
    herds=((400, -80, 60, 40), (216.0, 118.0, 92.0, 44.0)),
    tokens=tuple((214.0, 6.0, 100.0, 34.0) for _ in GOODS),
    market=tuple((8.0 + 40.0 * n, 28.0, 38.0, 38.0 * SHAPE) for n in range(5)),
    bonus=tuple((270.0, 84.0, 26.0, 26.0) for _ in range(3)),
    deck=(214.0, 28.0, 38.0, 38.0 * SHAPE),
    line=(0, 300, 10, 10),
    log=None,
    card=38.0,
)


class TradeStory(Story[str]):
    """One lesson: cards are marked, cards and tokens travel, and it is all set up again."""

    before, between, after = BEFORE, BETWEEN, AFTER

    def __init__(self, theme: Theme, lesson: TradeScript) -> None:
        self.lesson = lesson
        self.board = Board()
        self.board.places = PLACES
        self.motion = Flights(lambda name: None)
        super().__init__(theme, (MARK, *lesson.turns))

    def begin(self) -> None:
        """Lay out market, hand and herd."""
        self.state = self.lesson.start()
        self.stall: Stall = tuple(self.lesson.stall)
        self.gain: Gain | None = None
        self.marked = False

    def travel(self, age: float) -> bool:
        """Let cards and tokens go on."""
        self.motion.update(age)
        return self.motion.busy

    def pause(self) -> float:
        """Return the rest after what was played last: marks are looked at for longer."""
        return MARKED if len(self.left) == len(self.lesson.turns) else super().pause()

    def play(self, move: str, still: bool) -> None:
        """Show the marks, make a move, or turn up a card."""
        if move == MARK:
            self.marked = True
            return
        before, seat = self._look(), CHANCE if self.state.due else 0
        self.state, events = GAME.apply(self.state, {seat: move})
        for event in events:
            self.stall = stall_after(self.stall, event, self.lesson.marks.places)
            if event.kind == "sell":
                told = event.data
                self.gain = Gain(told["good"], tuple(told["tokens"]), told["pile"])
        after = self._look()
        found = [flights_of(event, self.board, before, after) for event in events]
        self.motion.send([flight for part in found for flight in part], still)

    def _look(self) -> Look:
        sight = sight_of(self.state)
        return Look(sight, self.stall, 0, ("", ""), (), 0.0, gains=(self.gain, None))

    def draw(self, canvas: Canvas) -> None:
        """Draw the bazaar, the market, the hand, the herd, and the tokens of what is sold."""
        canvas.sprite("jaipur-backdrop", (0, 0, *self.units))
        canvas.rect((0, 0, *self.units), NIGHT, alpha=90)
        hidden, marks = self.motion.hidden, self.lesson.marks
        shown = self.marked and len(self.left) == len(self.lesson.turns)
        for place, (card, box) in enumerate(zip(self.stall, PLACES.market, strict=True)):
            if card and f"market:{place}" not in hidden:
                lit = place in marks.places or (marks.caravan and card == CAMEL)
                _card(canvas, card, box, shown and lit)
        own = self.state.traders[0]
        for kind, number, box in hand_boxes(own.hand, PLACES.hands[BELOW]):
            if f"hand:{kind}:{number}" not in hidden:
                _card(canvas, kind, box, shown and number < marks.given[GOODS.index(kind)])
        x, y, _, h = PLACES.herds[BELOW]
        for number in range(own.herd - hidden["herd:0"]):
            up = LIFT if shown and number >= own.herd - marks.camels else 0.0
            draw_motif(canvas, CAMEL, (x + 16 + 16.0 * number, y + h / 2 - up), 30)
        self._draw_tokens(canvas)
        self.motion.draw(canvas)

    def _draw_tokens(self, canvas: Canvas) -> None:
        """Draw the tokens of a sale, and its proceeds; the deck where there is no sale."""
        turn = self.lesson.turns[0]
        if not turn.startswith("sell"):
            draw_card(canvas, BACK, PLACES.deck)
            return
        good, hidden = turn.split("-")[1][0], self.motion.hidden
        for number, value in enumerate(tokens_left(sight_of(self.state), good)):
            draw_token(canvas, good, value, (222 + 15.0 * number, 22), 8, number == 0)
        boxes = self.board.gain_boxes(self._look(), 0)
        gain = self.gain
        for value, box in zip(() if gain is None else gain.tokens, boxes, strict=False):
            if not hidden["gain:0"]:
                draw_token(canvas, good, value, (box[0] + 11, box[1] + 11), 11)
        if gain is not None and gain.pile and not self.state.due and not hidden["bonus:0"]:
            draw_bonus(canvas, gain.pile, (boxes[-1][0] + 13, boxes[-1][1] + 11), 28)


def _card(canvas: Canvas, kind: str, box: Box, lit: bool) -> None:
    x, y, w, h = box
    place = (x, y - LIFT * lit, w, h)
    draw_card(canvas, kind, place)
    if lit:
        canvas.outline((x - 1, y - LIFT - 1, w + 2, h + 2), "brass", 2, 5)


def _given(**counts: int) -> tuple[int, ...]:
    return tuple(counts.get(good, 0) for good in GOODS)


TAKE: Final = TradeScript("KGSLP", "GGCL", 2, Marks((1,)), ("take-G", "D"))
CARAVAN: Final = TradeScript("KKLKP", "SCL", 1, Marks(caravan=True), ("camels", "S", "C", "D"))
SWAP: Final = TradeScript(*("DDKSL", "PLC", 3, Marks((0, 1, 3), _given(L=1), 2)), ("swap-DDS-LKK",))
SELL: Final = TradeScript("KGSLP", "CCCCD", 1, Marks((), _given(C=4)), ("sell-C4", "5"))
HERD: Final = TradeScript("KKGLP", "DDS", 3, Marks(caravan=True), ("camels", "L", "P"))

PICTURES: Final[Mapping[str, Callable[[Theme], Miniature]]] = MappingProxyType(
    {
        "take": partial(TradeStory, lesson=TAKE),
        "caravan": partial(TradeStory, lesson=CARAVAN),
        "swap": partial(TradeStory, lesson=SWAP),
        "sell": partial(TradeStory, lesson=SELL),
        "herd": partial(TradeStory, lesson=HERD),
    }
)
