"""Following a room: what is known of it, what was asked for, and a service that goes away."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from games.guess.classroom.follower import LOST, RoomFollower
from games.guess.classroom.replies import Named
from games.guess.classroom.room_keys import KeptRoom
from games.guess.classroom.seals import Sealed
from games.guess.service.tokens import tokens_in
from tests.games.guess.classroom.test_replies import CLOSED, LAST, ROOM
from tests.support.guess_stub import Answer, stub

KEPT = KeptRoom("K7PQM", "host", "7b")
HEALTH = "/api/v1/health"
PATH = "/api/v1/rooms/K7PQM"


class Room:
    """A room that a stub tells of."""

    def __init__(self) -> None:
        self.view: dict[str, Any] = dict(ROOM)
        self.refuses = False
        self.players = {number: f"P{number}" for number in range(1, 451)}
        self.gone = False
        self.closed = CLOSED
        self.news, self.ended = threading.Semaphore(0), threading.Event()

    def events(self) -> Iterator[bytes]:
        """One at once and one for each thing in `news`, until `ended`."""
        while not self.ended.is_set():
            yield b"event: room\ndata: {}\n\n"
            while not self.news.acquire(timeout=0.01):
                if self.ended.is_set():
                    return

    def answer(self, method: str, path: str) -> Answer:
        if method == "DELETE":
            name = self.players.pop(int(path.rpartition("/")[2]))
            told = {**CLOSED, "winners": [{"name": "(removed)", "guess": 22}]}
            if name == CLOSED["winners"][0]["name"]:
                self.closed = told
            return 200, {"player": 1, "removed": True}
        if path == f"{PATH}/events":
            return 200, self.events()
        if "/players?" in path:
            offset = int(path.partition("offset=")[2].partition("&")[0])
            rows = [{"player": number, "name": name} for number, name in self.players.items()]
            return 200, {"total": len(rows), "players": rows[offset : offset + 200]}
        if method == "POST" and self.refuses:
            return 409, {"error": {"type": "round_open", "message": "A round is open."}}
        if method == "POST":
            self.view["round"] = {**LAST, "number": 1}
            return 201, {"round": 1}
        if self.gone and path != HEALTH:
            return 404, {"error": {"type": "not_found", "message": "There is no such room."}}
        replies: dict[str, Any] = {
            HEALTH: {"ok": True},
            PATH: self.view,
            f"{PATH}/qr": {"url": "http://192.0.2.7:8023/r/K7PQM", "rows": ["0" * 21] * 21},
            f"{PATH}/rounds/1": self.closed,
            f"{PATH}/leaderboard?limit=200": {"leaderboard": []},
            f"{PATH}/leaderboard?limit=1": {"leaderboard": []},
            f"{PATH}/export.csv": b"round,player\n",
        }
        return 200, replies[path]


def soon(holds: Callable[[], object]) -> None:
    until = time.monotonic() + 5
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.005)


def test_a_room_is_followed_round_by_round() -> None:
    room = Room()
    with stub(room.answer) as service:
        follower = RoomFollower(service.url, "192.0.2.7:8023", KEPT)
        follower.look()
        now = follower.now
        assert (now.next_round, now.open, now.outcomes) == (1, False, ())
        assert now.code is not None
        sealed = now.forecasts[0]
        assert sealed is not None
        room.view["round"] = {**LAST, "number": 1}
        follower.look()
        assert follower.now.open
        assert follower.now.forecasts == (sealed,)
        room.view["round"] = {**LAST, "number": 1, "phase": "closed"}
        follower.look()
        now = follower.now
        assert (now.next_round, now.open, len(now.outcomes)) == (2, False, 1)
        assert now.forecasts[0] == sealed
        assert len(now.forecasts) == 2
        assert sum(now.readings[0]) == 3
        asked = len(service.asked)
        follower.look()
        assert len(service.asked) == asked + 1, "what is known is not asked for again"
        assert follower.export() == "round,player\n"


def last(follower: RoomFollower) -> Sealed | None:
    """The seal of the round that is open or comes next."""
    expected = follower.now.forecasts[-1]
    assert expected is not None
    return expected.sealed


def test_what_was_sealed_before_a_round_is_the_same_in_every_window(tmp_path: Path) -> None:
    room = Room()
    tokens_in(tmp_path)
    with stub(room.answer, tmp_path) as service:
        follower = RoomFollower(service.url, "", KEPT, tmp_path)
        follower.look()
        sealed = last(follower)
        assert sealed is not None
        assert not sealed.late
        room.view["round"] = {**LAST, "number": 1}
        for _ in range(2):
            again = RoomFollower(service.url, "", KEPT, tmp_path)
            again.look()
            assert last(again) == sealed, "the digits on the wall are the same ones"
        path = tmp_path / "guess-class-K7PQM.seals"
        kept = path.read_bytes()
        path.unlink()
        lost = RoomFollower(service.url, "", KEPT, tmp_path)
        lost.look()
        anew = last(lost)
        assert anew is not None
        assert anew.late, "its seal was lost; the new one is told to be late"
        assert anew.seal != sealed.seal
        path.write_bytes(kept)
        room.view["round"] = {**LAST, "number": 1, "phase": "closed"}
        again.look()
        opened = again.now.forecasts[0]
        assert opened is not None
        assert opened.sealed == sealed
        assert opened.shown == float(sealed.seal.move)
        path.unlink()
        later = RoomFollower(service.url, "", KEPT, tmp_path)
        later.look()
        closed, coming = later.now.forecasts
        assert closed is not None
        assert closed.sealed is None, "what is closed already is not sealed any more"
        assert coming is not None
        assert coming.sealed is not None
        assert not coming.sealed.late


def test_what_is_asked_for_is_done_or_told_of() -> None:
    room = Room()
    with stub(room.answer) as service:
        follower = RoomFollower(service.url, "", KEPT)
        follower.start()
        follower.open_round(None, 30)
        soon(lambda: follower.now.open)
        room.refuses = True
        follower.open_round(5, None)
        soon(lambda: not follower.notices.empty())
        assert follower.notices.get() == "A round is open."
        assert follower.now.open
        room.ended.set()
    soon(lambda: follower.now.trouble)
    assert follower.now.trouble == LOST
    assert follower.now.open, "what was known stays on the wall"
    follower.close_round(1)
    soon(lambda: not follower.notices.empty())
    assert "nothing was done" in follower.notices.get()
    follower.stop()


def test_names_are_known_and_seldom_asked_for() -> None:
    room = Room()
    with stub(room.answer) as service:
        follower = RoomFollower(service.url, "", KEPT)
        follower.look()
        names = follower.now.names
        assert names is not None
        assert [named.number for named in names] == list(range(1, 451))
        asked = len(service.asked)
        follower.look()
        assert len(service.asked) == asked + 1, "not at every look"


def test_what_another_window_changes_is_heard_by_this_one() -> None:
    """Two teachers: a name that the other one changes goes from this one's results, too."""
    room = Room()
    winner = CLOSED["winners"][0]["name"]
    room.players = {7: winner}
    room.view["round"] = {**LAST, "number": 1, "phase": "closed"}
    with stub(room.answer) as service:
        follower = RoomFollower(service.url, "", KEPT)
        follower.start()
        soon(lambda: follower.now.names and follower.now.outcomes)
        room.players[7] = "Mia"
        room.closed = {**CLOSED, "winners": [{"name": "Mia", "guess": 22}]}
        room.news.release()
        soon(lambda: follower.now.names == (Named(7, "Mia"),))
        assert [name for name, _ in follower.now.outcomes[0].winners] == ["Mia"]
        assert follower.notices.empty()
        follower.stop()
        room.ended.set()


def test_what_a_teacher_asks_for_is_sent_and_said() -> None:
    room = Room()
    with stub(room.answer) as service:
        follower = RoomFollower(service.url, "", KEPT)
        follower.start()
        soon(lambda: follower.now.names)
        follower.rename(Named(2, "P2"), "Mia")
        follower.free(Named(3, "P3"))
        follower.show(1)
        wanted = [f"{PATH}/players/2/name", f"{PATH}/players/3/free", f"{PATH}/rounds/1/shown"]
        soon(lambda: [p for method, p, _ in service.asked if method == "POST"] == wanted)
        said = [follower.notices.get(timeout=2) for _ in range(2)]
        assert said == ["P2 is Mia now, on every phone.", "A new phone can join as P3 now."]
        room.ended.set()
    soon(lambda: follower.now.trouble)
    follower.show(1)
    follower.free(Named(3, "P3"))
    assert "nothing was done" in follower.notices.get(timeout=5)
    assert follower.notices.empty(), "nobody pressed for what the wall sends by itself"
    follower.stop()


def test_a_name_that_is_removed_is_on_no_wall() -> None:
    room = Room()
    winner = CLOSED["winners"][0]["name"]
    room.players[7] = winner
    room.view["round"] = {**LAST, "number": 1, "phase": "closed"}
    with stub(room.answer) as service:
        follower = RoomFollower(service.url, "", KEPT)
        follower.start()
        soon(lambda: follower.now.names and follower.now.outcomes)
        readings = follower.now.readings
        follower.remove(Named(7, winner))
        soon(lambda: follower.now.names and len(follower.now.names) == 449)
        assert follower.notices.get() == f"{winner} was removed."
        assert [name for name, _ in follower.now.outcomes[0].winners] == ["(removed)"]
        assert follower.now.readings == readings, "how far the class thought stays as it was"
        follower.stop()
        room.ended.set()


def test_a_room_is_asked_for_when_it_changed_and_not_before() -> None:
    room = Room()
    room.players = {1: "Ada"}
    with stub(room.answer) as service:
        follower = RoomFollower(service.url, "", KEPT)
        follower.start()
        soon(lambda: follower.now.room)
        time.sleep(0.8)
        asked = len(service.asked)
        time.sleep(1.2)
        assert len(service.asked) == asked, "nothing changed, so nothing is asked"
        room.view["round"] = {**LAST, "number": 1}
        changed = time.monotonic()
        room.news.release()
        soon(lambda: follower.now.open)
        assert time.monotonic() - changed < 1.0, "an event comes at once"
        room.ended.set()
        soon(lambda: len(service.asked) > asked + 3)
        assert not follower.now.trouble, "without events it is asked once a second"
        follower.stop()


def test_who_stops_to_follow_hangs_up() -> None:
    room = Room()
    with stub(room.answer) as service:
        follower = RoomFollower(service.url, "", KEPT)
        follower.start()
        soon(lambda: any(path.endswith("/events") for _, path, _ in service.asked))
        before = threading.active_count()
        follower.stop()
        room.ended.set()
        soon(lambda: threading.active_count() <= before - 2)
