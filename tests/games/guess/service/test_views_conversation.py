"""A golden conversation: what the service replies and tells of a class and a pool, word for word.

It needs no network and no database: plans change the book one after the other. The file
tests/golden/service.words changes when a reply changes on purpose; then
`python -m tests.games.guess.service.test_views_conversation` writes it anew.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator

import pytest

from games.guess.service import changes, views
from games.guess.service.book import Book, Room
from games.guess.service.clock import Clocks
from games.guess.service.refusals import Refusal, encode
from games.guess.service.writer import Batch, Plan
from games.paths import ROOT
from tests.support import figures

GOLDEN = ROOT / "tests" / "golden" / "service.words"
NAMES = ("Ada", "Bob", "Cy", "Dan", "ada", "=1+1", "", "x" * 41, "-2;=3", "Eve\u202e", "Zoë 文")
STRANGE = (5, None, [], "", "x", -1, 2**40, True, 1.5)


class Hands(Clocks):
    """Clocks that only a test moves."""

    now = 1000.0

    def wall(self) -> float:
        return self.now

    def steady(self) -> float:
        return self.now - 900


class Talk:
    """A book, and what every plan on it replies and writes."""

    def __init__(self) -> None:
        self.book, self.clock = Book(), Hands()
        self.lines: list[str] = []

    def do(self, words: str, plan: Plan) -> None:
        """Play a plan and keep what became of it."""
        self.clock.now += 1
        batch = Batch(self.book, self.clock)
        try:
            reply = plan(batch)
        except Refusal as refusal:
            reply = f"{refusal.status} {refusal.headers or ''} {refusal.body().decode()}"
        self.lines.append(f"{words}: {reply}")
        for name, rows in batch.writes.items():
            self.lines.append(f"  {name} {rows}")
        if batch.changed:
            self.lines.append(f"  changed {sorted(batch.changed)}")

    def tell(self, room: Room) -> None:
        """Keep all that can be read of a room."""
        self.lines.extend(f"  {encode(told).decode()}" for told in readable(room))
        self.lines.append(f"  {views.export(room)!r}")
        self.lines.append(f"  {self.book.figures()}")


def readable(room: Room) -> Iterator[object]:
    """All views of a room, in parts and whole."""
    yield views.room_view(room)
    for offset, limit in ((0, 50), (1, 2)):
        yield views.players_view(room, offset, limit)
        yield views.leaderboard_view(room, offset, limit)
        for found in room.rounds:
            yield views.ranking_view(room, found, offset, limit)
    for found in room.rounds:
        yield views.round_view(found)
        for player in range(1, len(room.players) + 1):
            yield views.own_view(found, player)


def a_class(talk: Talk) -> None:
    """A room of rounds: names, guesses, times that run out, and a player who is removed."""
    talk.do("room", changes.new_room({"title": "Class", "multiplier": [3, 4], "high": 90}))
    code, room = next(iter(talk.book.rooms.items()))
    for name in NAMES:
        talk.do(f"join {name!r}", changes.join(code, {"name": name}, "here", 6))
    for fields in ({"closes_after": 3, "seconds": 30}, {}, {"seconds": 4}, {"closes_after": 1001}):
        talk.do(f"open {fields}", changes.open_round(code, fields))
    for player, value in ((1, 40), (1, 50), (2, 0), (7, 3), (0, 3), (99, 3), (2, 91)):
        talk.do(f"{player} guesses {value}", changes.guess(code, 1, player, {"guess": value}))
    talk.tell(room)
    for strange in STRANGE:
        talk.do(f"guess {strange!r}", changes.guess(code, 1, 3, {"guess": strange}))
        talk.do(f"name {strange!r}", changes.join(code, {"name": strange}))
        for name in ("title", "mode", "multiplier", "low", "high", "colour"):
            talk.do(f"room {name} {strange!r}", changes.new_room({name: strange}))
    talk.do("3 guesses", changes.guess(code, 1, 3, {"guess": 90}))
    talk.do("late", changes.guess(code, 1, 4, {"guess": 9}))
    talk.tell(room)
    talk.do("open", changes.open_round(code, {"seconds": 20}))
    for player in (1, 2, 3, 4):
        talk.do(f"{player} guesses", changes.guess(code, 2, player, {"guess": 10 * player}))
    talk.do("remove", changes.remove(code, 2))
    talk.do("remove again", changes.remove(code, 2))
    talk.do("remove nobody", changes.remove(code, 77))
    talk.clock.now += 11
    talk.do("not yet overdue", changes.close_overdue(code))
    talk.clock.now += 20
    talk.do("overdue", changes.close_overdue(code))
    talk.do("close again", changes.close_round(code, 2))
    talk.do("close none", changes.close_round(code, 3))
    talk.do("nowhere", changes.close_round("AAAAA", 1))
    talk.tell(room)


def a_teacher(talk: Talk) -> None:
    """Names that are changed and freed, and players who come back on another phone."""
    code, room = next(iter(talk.book.rooms.items()))
    for number, name in ((1, "Eve"), (1, "eve"), (3, "EVE"), (3, ""), (2, "Gone"), (77, "No")):
        talk.do(f"rename {number} {name!r}", changes.rename(code, number, {"name": name}))
    talk.do("rename to nothing", changes.rename(code, 1, {}))
    for number in (1, 1, 3, 2, 77):
        talk.do(f"free {number}", changes.free(code, number))
    talk.do("rename to a free name", changes.rename(code, 4, {"name": "Eve"}))
    for name in ("Eve", "Eve"):
        talk.do(f"join {name!r}", changes.join(code, {"name": name}, "there", 6))
    talk.do("open", changes.open_round(code, {}))
    for player in (1, 3, 7):
        talk.do(f"{player} guesses", changes.guess(code, 3, player, {"guess": player}))
    talk.do("shown too early", changes.shown(code, 3))
    talk.do("close", changes.close_round(code, 3))
    for _ in range(2):
        talk.do("shown", changes.shown(code, 3))
    talk.tell(room)


def a_pool(talk: Talk) -> None:
    """A classic room: the pool of 2009."""
    talk.do("pool", changes.new_room({"title": "Pool", "mode": "classic"}))
    code, room = list(talk.book.rooms.items())[-1]
    for place, name in enumerate((*NAMES, *NAMES)):
        fields = {"name": name, "guess": (place * 37) % 101, "ntop": place % 4}
        talk.do(f"submit {fields}", changes.submit(code, fields))
    talk.do("no round", changes.open_round(code, {}))
    talk.do("no player", changes.join(code, {"name": "Ada"}))
    for ntop in (-1, 100, 101):
        fields = {"name": "Top", "guess": 7, "ntop": ntop}
        talk.do(f"ntop {ntop}", changes.submit(code, fields))
    talk.tell(room)


def lines() -> list[str]:
    """The whole conversation."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "choice", random.Random("conversation").choice)
        talk = Talk()
        a_class(talk)
        a_pool(talk)
        a_teacher(talk)
    return "\n".join(talk.lines).splitlines()


def test_the_conversation_is_what_it_was() -> None:
    command = "python -m tests.games.guess.service.test_views_conversation"
    figures.compare(GOLDEN, lines(), command)


if __name__ == "__main__":
    figures.write(GOLDEN, lines())
