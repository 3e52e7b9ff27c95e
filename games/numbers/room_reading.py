"""The first pane of the reading room: be read over 2 to 10 keys, by a reader of three kinds.

Each guess is sealed by the process before the key is read there, and can be checked as in the game:
the seal is the SHA-256 of what is then opened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games.arrays import BadWeights
from games.core import Seal
from games.mind import Bars, Mind, Note
from games.numbers.drawing import HIT, MISS, draw_mark
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import OWN, RIVAL
from games.shell.draw.theme import GAP, HEADING, NOTE, TEXT, TITLE
from games.shell.input import InputEvent, Press
from games.shell.mind.items import Style, draw_items
from games.shell.widgets.basic import Button, Choice
from games.shell.widgets.form import Widget
from games.shell.workroom import Pane, Room

ALPHABETS: Final = tuple(range(2, 11))
KINDS: Final = ("novice", "veteran", "blank")
KIND_HINTS: Final = (
    "A novice knows what people do, and nothing of you.",
    "A veteran knows you: from your games for 4 keys, else from what you did here before.",
    "A blank reader knows nobody: all it knows it learns from you now.",
)
GAME_KEYS: Final = 4
"""Over so many keys a player's games have taught the reader."""
LONGEST_WAIT: Final = 64
"""So many keys wait for the reader at most; nobody gets so far ahead of 150 microseconds."""
ROW_HEIGHT: Final = 44.0
TILE: Final = 64.0


class ReadingPane(Pane[Room]):
    """Keys, the sealed guess, and what the reader makes of them."""

    title = "Read me"
    hint = "Press the keys, or type their numbers; 0 stands for 10."

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        self.k, self.kind = GAME_KEYS, KINDS[0]
        self.last: Mapping[str, Any] | None = None
        self.seal, self.row, self.known = "", ("", ""), 0
        self.pending = 0
        names = [f"{k} keys" for k in ALPHABETS]
        self.alphabet = Choice("Keys", names, ALPHABETS.index(self.k), self._set_alphabet)
        self.reader = Choice("Reader", [k.title() for k in KINDS], 0, self._set_kind, KIND_HINTS[0])
        self.again = Button("Again", self.begin, icon="redo", hint="Begin anew with this reader.")
        self.tiles: list[Button] = []

    def _set_alphabet(self, place: int) -> None:
        self.k = ALPHABETS[place]
        self.begin()
        self.room.refresh()

    def _set_kind(self, place: int) -> None:
        self.kind, self.reader.hint = KINDS[place], KIND_HINTS[place]
        self.begin()

    def begin(self) -> None:
        """Begin a reading with what is chosen now."""
        self.last, self.seal, self.row, self.pending, self.known = None, "", ("", ""), 0, 0
        self.tiles = [
            Button(str(number + 1), self._presser(number), hint=self.hint)
            for number in range(self.k)
        ]
        self.waiting = True
        start = self._start() if self.kind == "veteran" else None
        self.room.send({"op": "read", "k": self.k, "kind": self.kind, "start": start})
        self.room.refresh()

    def _start(self) -> str | None:
        """Return the games' learned text about the player, where they had as many keys."""
        shell = self.room.shell
        if self.k != GAME_KEYS or shell.profile is None:
            return None
        try:
            return shell.library.learned(shell.profile.id, "numbers")
        except BadWeights:
            return None

    def _presser(self, symbol: int) -> Callable[[], None]:
        return lambda: self.press(symbol)

    def press(self, symbol: int) -> None:
        """Press a key; it waits in line until the process has sealed."""
        if symbol < self.k and self.pending < LONGEST_WAIT:
            self.pending += 1
            self.waiting = True
            self.room.send({"op": "press", "symbol": symbol})

    def widgets(self) -> Sequence[Widget]:
        """Return the controls of the choice, and the keys."""
        return (self.alphabet, self.reader, self.again, *self.tiles)

    def handle(self, event: InputEvent) -> bool:
        """Take a number as that key."""
        if isinstance(event, Press) and event.action.startswith("choice_") and not event.repeat:
            self.press(int(event.action.removeprefix("choice_")) - 1)
            return True
        return False

    def take(self, reply: Mapping[str, Any]) -> None:
        """Take in a guess that was sealed, or opened."""
        if reply["op"] == "sealed":
            self.seal, self.known = str(reply["seal"]), int(reply.get("known", 0))
        elif reply["op"] == "opened":
            if Seal(str(reply["nonce"]), str(reply["guess"])).commitment != self.seal:
                self.room.shell.toast("The seal does not fit what was in it; tell us of this.")
            self.last, self.seal = reply, str(reply["seal"])
            self.pending = max(0, self.pending - 1)
            self.room.shell.play_sound("right" if reply["guess"] == reply["symbol"] else "wrong")
            if reply["finding"]:
                self.row = (str(reply["finding"]), str(reply["dare"]))
        self.waiting = self.pending > 0 or not self.seal

    # -- drawing -----------------------------------------------------------------------

    def place(self, box: Box) -> None:
        """Place choices in a row, tiles below, all else under them."""
        self.box = (x, y, w, _) = box
        third = (w - 2 * GAP - 140) / 2
        self.alphabet.box = (x, y, third, ROW_HEIGHT)
        self.reader.box = (x + third + GAP, y, third, ROW_HEIGHT)
        self.again.box = (x + w - 140, y, 140, ROW_HEIGHT)
        wide = min(TILE * 1.4, (w - 10 * (self.k - 1)) / self.k)
        left = x + (w - self.k * wide - 10 * (self.k - 1)) / 2
        for number, tile in enumerate(self.tiles):
            tile.box = (left + number * (wide + 10), y + ROW_HEIGHT + 20, wide, TILE)

    def draw(self, canvas: Canvas) -> None:
        """Draw key and guess at the left, what the reader thought at the right."""
        x, y, w, h = self.box
        top = y + ROW_HEIGHT + 20 + TILE + 20
        half = (w - GAP) / 2
        self._draw_cards(canvas, (x, top, half, y + h - top))
        if self.last is None:
            words = f"{KIND_HINTS[KINDS.index(self.kind)]} Press a key: my guess is sealed."
            if self.kind == "veteran" and not self.known and self.seal:
                words = f"I do not know you over {self.k} keys yet; what you do now will teach me."
            canvas.paragraph(words, (x + half + GAP, top), half, TEXT, "quiet")
            return
        place = (x + half + GAP, top, half, y + h - top)
        with canvas.clip((place[0] - 12, top - 4, half + 24, place[3] + 8)):
            draw_items(canvas, self.mind(), place, self.room.springs, style=Style(RIVAL))

    def mind(self) -> Mind:
        """Return the reader's thoughts before the last key."""
        if self.last is None:
            return ()
        last, names = self.last, tuple(str(number + 1) for number in range(self.k))
        guess, truth = names.index(str(last["guess"])), names.index(str(last["symbol"]))
        bars = tuple(float(share) for share in last["bars"])
        told = Bars("Which key I expected", names, bars, "%", guess, truth, 1.0 / self.k)
        return (Note(str(last["note"])), told)

    def _draw_cards(self, canvas: Canvas, box: Box) -> None:
        """Draw key, mark and guess; how often; the row; the seal."""
        x, y, w, h = box
        wide, tall = min(150.0, (w - 60) / 2), 96.0
        last = self.last
        hit = last is not None and last["guess"] == last["symbol"]
        for left, name, ink, key in (
            (x, "You pressed", OWN, "symbol"),
            (x + wide + 60, "I wrote", RIVAL, "guess"),
        ):
            edge = "line" if last is None else HIT if hit else MISS
            canvas.panel((left, y, wide, tall), "raised", edge, 3, 12)
            text = "?" if last is None else str(last[key])
            middle = (left + wide / 2, y + tall / 2 + 8)
            canvas.text(text, middle, TITLE, ink if last is not None else "line", "title", "centre")
            canvas.text(name, (left + 12, y + 16), NOTE, ink, "bold", max_width=wide - 20)
        if last is not None:
            draw_mark(canvas, (x + wide + 30, y + tall / 2), 18, hit)
        self._draw_tally(canvas, (x, y + tall + 12, w, h - tall - 12))

    def _draw_tally(self, canvas: Canvas, box: Box) -> None:
        x, y, w, _ = box
        line = canvas.line_height(TEXT)
        if self.last is not None:
            hits, pressed = int(self.last["hits"]), int(self.last["pressed"])
            told = f"I knew {hits} of {pressed}; chance gives {pressed / self.k:.0f}"
            canvas.text(told, (x, y + line / 2), HEADING - 10, "paper", "bold", max_width=w)
            y += line + 10
            part = max(0.0, 1.0 - float(self.last["share"]))
            share = f"{part:.0%} readable: 0% are dice, 100% clockwork."
            y += canvas.paragraph(share, (x, y), w, TEXT, "quiet", most=2) + 4
        for text, ink in zip(self.row, ("paper", "brass"), strict=True):
            if text:
                y += canvas.paragraph(text, (x, y), w, TEXT, ink, "bold", most=2)
        if self.seal:
            canvas.text(
                f"The guess is sealed: {self.seal[:16]}…", (x, y + 16), NOTE, "brass", max_width=w
            )
