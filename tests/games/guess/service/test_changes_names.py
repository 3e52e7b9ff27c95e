"""A teacher holds a class: names are changed, freed and removed, and every phone hears of it."""

from __future__ import annotations

import contextlib
import csv
import http.client
import io
import json
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.support.guess_service import (
    NEEDED,
    Client,
    Cluster,
    Reply,
    Room,
    RunningService,
    join,
    open_room,
    open_round,
    running,
)

pytestmark = [pytest.mark.service, NEEDED]


@pytest.fixture
def room(service: RunningService, client: Client) -> Room:
    return open_room(service, client)


def rename(client: Client, room: Room, number: int, name: object, token: str = "") -> Reply:
    where = f"{room.path}/players/{number}/name"
    return client.post(where, {"name": name}, token or room.host, "")


def free(client: Client, room: Room, number: int) -> Reply:
    return client.post(f"{room.path}/players/{number}/free", {}, room.host, "")


def names(client: Client, room: Room) -> list[tuple[int, str]]:
    rows = client.get(f"{room.path}/players", room.host).plain["players"]
    return [(row["player"], row["name"]) for row in rows]


def close(client: Client, room: Room, number: int) -> Any:
    return client.post(f"{room.path}/rounds/{number}/close", {}, room.host).plain


def guess(client: Client, room: Room, number: int, value: int, token: str) -> Reply:
    return client.post(f"{room.path}/rounds/{number}/guesses", {"guess": value}, token)


@contextlib.contextmanager
def listening(service: RunningService, path: str, token: str) -> Iterator[http.client.HTTPResponse]:
    line = http.client.HTTPConnection(urlsplit(service.url).netloc, timeout=16)
    line.request("GET", f"/api/v1{path}", headers={"Authorization": f"Bearer {token}"})
    reply = line.getresponse()
    assert reply.status == 200, reply.read()
    try:
        yield reply
    finally:
        line.close()


def heard(stream: http.client.HTTPResponse) -> Any:
    """What the next event holds; None where the stream has ended."""
    while line := stream.readline():
        if line.startswith(b"data: "):
            return json.loads(line[6:])
    return None


def shows(phone: http.client.HTTPResponse, most: float) -> float:
    """Wait for the event by which a phone shows the result; returns the seconds, below `most`."""
    begun = time.monotonic()
    told = heard(phone)
    while told["round"]["phase"] == "open" or told["wall"]:
        told = heard(phone)
        assert time.monotonic() - begun < most
    return time.monotonic() - begun


def test_a_name_is_changed_everywhere(client: Client, room: Room) -> None:
    tokens = [join(client, room, name) for name in ("Rude", "Bob")]
    open_round(client, room)
    for token, value in zip(tokens, (20, 60), strict=True):
        guess(client, room, 1, value, token)
    assert close(client, room, 1)["winners"] == [{"name": "Rude", "guess": 20}]
    for _ in range(2):
        assert rename(client, room, 1, " Mia ").plain == {"player": 1, "name": "Mia"}
    told = [
        client.get(f"{room.path}/rounds/1").body,
        client.get(f"{room.path}/rounds/1/ranking").body,
        client.get(f"{room.path}/leaderboard").body,
        client.get(f"{room.path}/export.csv", room.host).body,
        json.dumps(names(client, room)).encode(),
    ]
    assert all(b"Mia" in one and b"Rude" not in one for one in told), told
    assert client.get(f"{room.path}/players/1/room", tokens[0]).plain["you"]["name"] == "Mia"
    assert client.post(f"{room.path}/players", {"name": "rude"}).status == 201, "it is free now"


def test_a_name_that_another_has_or_that_cannot_be(client: Client, room: Room) -> None:
    for name in ("Ada", "Bob"):
        join(client, room, name)
    assert rename(client, room, 1, "bOb").kind == "name_taken"
    assert rename(client, room, 1, "АDA").status == 200, "its own name in other letters"
    bad: tuple[object, ...] = ("", "x" * 33, "a\u202eb", "\u200b", 3, None, "a\x00")
    assert {rename(client, room, 1, one).kind for one in bad} == {"bad_field"}
    where = f"{room.path}/players/1/name"
    assert client.post(where, {"name": "Cy", "colour": 1}, room.host, "").kind == "unknown_field"
    assert client.ask("GET", f"/api/v1{where}").headers["allow"] == "POST"
    markup = "<b onclick=x>&quot;"
    assert rename(client, room, 2, markup).plain["name"] == markup
    assert names(client, room)[1] == (2, markup)


def test_who_may_hold_a_class(client: Client, service: RunningService, room: Room) -> None:
    token, other = join(client, room, "Ada"), open_room(service, client)
    open_round(client, room)
    close(client, room, 1)
    for path in ("players/1/name", "players/1/free", "rounds/1/shown"):
        fields = {"name": "Cy"} if path.endswith("name") else {}
        for bearer, status in (("", 401), (token, 403), (service.admin, 403), (other.host, 403)):
            assert client.post(f"{room.path}/{path}", fields, bearer, "").status == status, path
    for number in ("0", "2", "x", "99999999999"):
        assert rename(client, room, number, "Cy").kind == "not_found"  # type: ignore[arg-type]
    second = join(client, room, "Bob")
    for bearer, status in (("", 401), (second, 403), (room.host, 403), (token, 200)):
        assert client.get(f"{room.path}/players/1/room", bearer).status == status
    assert names(client, room) == [(1, "Ada"), (2, "Bob")]
    client.delete(f"{room.path}/players/1", room.host)
    assert rename(client, room, 1, "Cy").kind == free(client, room, 1).kind == "not_found"


def test_whoever_comes_back_goes_on_under_the_own_name(client: Client, room: Room) -> None:
    old, bob = (join(client, room, name) for name in ("Mia", "Bob"))
    open_round(client, room)
    guess(client, room, 1, 20, old)
    guess(client, room, 1, 60, bob)
    close(client, room, 1)
    open_round(client, room)
    guess(client, room, 2, 33, old)
    assert client.post(f"{room.path}/players", {"name": "mia"}).kind == "name_taken"
    for _ in range(2):
        assert free(client, room, 1).plain == {"player": 1, "name": "Mia", "free": True}
    assert rename(client, room, 2, "MIA").kind == "name_taken", "the name is kept for its owner"
    made = client.post(f"{room.path}/players", {"name": "mia"}, key="a-phone-that-comes-back")
    new = made.plain["token"]
    assert (made.plain["player"], made.plain["name"]) == (3, "Mia")
    assert client.post(f"{room.path}/players", {"name": "MIA"}).kind == "name_taken", "once"
    assert client.get(room.path).plain["players"] == 2
    assert client.get(f"{room.path}/rounds/2", new).plain["you"] == {"guess": 33, "revision": 1}
    assert guess(client, room, 2, 30, new).plain["revision"] == 2
    late = guess(client, room, 2, 99, old)
    assert (late.status, late.kind) == (401, "unauthorized")
    assert "another phone" in late.plain["error"]["message"]
    assert close(client, room, 2)["winners"] == [{"name": "Mia", "guess": 30}]
    board = client.get(f"{room.path}/leaderboard").plain["leaderboard"]
    assert [(row["name"], row["rounds"], row["wins"]) for row in board] == [
        ("Mia", 2, 2), ("Bob", 1, 0),
    ]  # fmt: skip
    assert client.get(f"{room.path}/rounds/1").plain["winners"] == [{"name": "Mia", "guess": 20}]


def test_a_phone_that_lives_after_all_keeps_its_name(client: Client, room: Room) -> None:
    token = join(client, room, "Mia")
    open_round(client, room)
    free(client, room, 1)
    assert guess(client, room, 1, 20, token).status == 201
    assert client.post(f"{room.path}/players", {"name": "Mia"}).kind == "name_taken"


def test_who_did_not_guess_stands_in_the_table(client: Client, room: Room) -> None:
    tokens = [join(client, room, name) for name in ("Ada", "=Bob", "Cy")]
    for number in (1, 2):
        open_round(client, room)
        guess(client, room, number, 20, tokens[0])
        close(client, room, number)
    late = join(client, room, "Dan")
    open_round(client, room)
    guess(client, room, 3, 7, late)
    client.delete(f"{room.path}/players/3", room.host)
    close(client, room, 3)
    text = client.get(f"{room.path}/export.csv", room.host).body.decode()
    rows = list(csv.reader(io.StringIO(text)))
    assert [(row[0], row[2], row[3], row[7]) for row in rows[1:]] == [
        ("1", "Ada", "20", "1"), ("1", "'=Bob", "", ""),
        ("2", "Ada", "20", "1"), ("2", "'=Bob", "", ""), ("2", "Dan", "", ""),
        ("3", "Ada", "", ""), ("3", "'=Bob", "", ""), ("3", "Dan", "7", "1"),
    ]  # fmt: skip
    assert {len(row) for row in rows} == {8}


def test_every_phone_hears_of_it_at_once(
    client: Client, service: RunningService, room: Room
) -> None:
    ada, bob = (join(client, room, name) for name in ("Ada", "Bob"))
    with (
        listening(service, f"{room.path}/players/1/events", ada) as first,
        listening(service, f"{room.path}/players/2/events", bob) as second,
    ):
        before = heard(first), heard(second)
        assert before[0]["question"].startswith("Name a number from 0 to 100. Whoever")
        assert before[0].keys() - client.get(room.path).plain.keys() == {
            "now", "wall", "names", "question", "you",
        }  # fmt: skip
        begun = time.monotonic()
        rename(client, room, 1, "Eve")
        told = heard(first), heard(second)
        assert time.monotonic() - begun < 1
        assert (told[0]["you"]["name"], told[1]["you"]["name"]) == ("Eve", "Bob")
        assert all(now["names"] > then["names"] for now, then in zip(told, before, strict=True))
        client.delete(f"{room.path}/players/1", room.host)
        assert heard(first) is None, "who was removed hears no more"
        assert heard(second)["players"] == 1
    gone = client.get(f"{room.path}/players/1/room", ada)
    assert (gone.status, gone.plain["error"]["message"]) == (
        401, "You were removed from this room. You can join it again.",
    )  # fmt: skip


def test_phones_look_at_the_wall_until_it_has_shown(
    client: Client, service: RunningService, room: Room
) -> None:
    ada = join(client, room, "Ada")
    own = f"{room.path}/players/1/room"

    def played(number: int) -> bool:
        open_round(client, room)
        guess(client, room, number, 20, ada)
        close(client, room, number)
        return bool(client.get(own, ada).plain["wall"])

    assert not played(1), "without a wall the phone shows it"
    with listening(service, f"{room.path}/events", room.host) as wall:
        heard(wall)
        assert played(2)
        with listening(service, f"{room.path}/players/1/events", ada) as phone:
            assert heard(phone)["wall"]
            shown = f"{room.path}/rounds/2/shown"
            assert client.post(shown, {}, room.host, "").plain == {"round": 2, "shown": True}
            shows(phone, 2)
        assert played(3)
        with listening(service, f"{room.path}/players/1/events", ada) as phone:
            assert heard(phone)["wall"]
            wall.close()  # a wall that went is waited for no longer
            shows(phone, 2)
    open_round(client, room)
    assert client.post(f"{room.path}/rounds/4/shown", {}, room.host, "").kind == "round_open"


def test_a_wall_that_says_nothing_holds_phones_for_a_while(
    client: Client, service: RunningService, room: Room
) -> None:
    ada = join(client, room, "Ada")
    open_round(client, room)
    with (
        listening(service, f"{room.path}/events", room.host) as wall,
        listening(service, f"{room.path}/players/1/events", ada) as phone,
    ):
        heard(wall)
        close(client, room, 1)
        assert shows(phone, 14) > 11


def test_one_with_a_new_phone_is_not_removed_by_the_old_number(client: Client, room: Room) -> None:
    """The teacher chose the name just before the new phone joined, and hears the truth."""
    join(client, room, "Ada")
    assert free(client, room, 1).status == 200
    join(client, room, "Ada")
    refused = client.delete(f"{room.path}/players/1", room.host)
    assert (refused.status, refused.kind) == (404, "not_found")
    assert names(client, room) == [(2, "Ada")]
    for _ in range(2):
        assert client.delete(f"{room.path}/players/2", room.host).status == 200
    assert names(client, room) == []


def test_two_teachers_at_once(client: Client, service: RunningService, room: Room) -> None:
    """Both rename, free and remove without end while phones join and guess; figures stay true."""
    tokens = [join(client, room, f"P{number}") for number in range(8)]
    open_round(client, room)
    statuses: set[int] = set()
    lock = threading.Lock()

    def teacher(seed: int) -> None:
        mine = service.client()
        for step in range(40):
            number = (step * 5 + seed) % 8 + 1
            replies = [
                rename(mine, room, number, f"N{(step + seed) % 6}"),
                free(mine, room, (step + seed) % 8 + 1),
                mine.post(f"{room.path}/players", {"name": f"N{step % 6}"}),
            ]
            if step == 20:
                replies.append(mine.delete(f"{room.path}/players/{number}", room.host))
            with lock:
                statuses.update(reply.status for reply in replies)
        mine.close()

    def phone(number: int) -> None:
        mine = service.client()
        for step in range(60):
            made = guess(mine, room, 1, (step * 7 + number) % 101, tokens[number])
            with lock:
                statuses.add(made.status)
        mine.close()

    with ThreadPoolExecutor(6) as beside:
        list(beside.map(lambda one: one(), [
            *(lambda s=seed: teacher(s) for seed in (0, 3)),
            *(lambda n=number: phone(n) for number in range(4)),
        ]))  # fmt: skip
    assert statuses <= {200, 201, 401, 404, 409}, "nothing failed, and no batch fell for another"
    found = names(client, room)
    assert len({name.casefold() for _, name in found}) == len(found)
    closed = close(client, room, 1)
    ranking = client.get(f"{room.path}/rounds/1/ranking?limit=200").plain
    assert closed["count"] == ranking["total"]
    assert closed["sum"] == sum(row["guess"] for row in ranking["ranking"])
    assert {row["name"] for row in ranking["ranking"]} <= {name for _, name in found}


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_what_a_teacher_did_stays_over_a_kill(
    database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = ""
    if database == "postgres":
        found: Cluster = request.getfixturevalue("postgres")
        url = found.empty()
    with running(tmp_path / "data", url) as service:
        client = service.client()
        room = open_room(service, client)
        tokens = [join(client, room, name) for name in ("Ada", "Bob", "Cy", "Dan")]
        open_round(client, room)
        for token, value in zip(tokens, (20, 30, 40, 50), strict=True):
            guess(client, room, 1, value, token)
        close(client, room, 1)
        assert rename(client, room, 1, "Eve").status == 200
        assert free(client, room, 2).status == free(client, room, 3).status == 200
        key = "a-phone-that-comes-back"
        back = client.post(f"{room.path}/players", {"name": "bob"}, key=key)
        assert back.plain["player"] == 5
        assert client.delete(f"{room.path}/players/4", room.host).status == 200
        told = [f"{room.path}/{path}" for path in ("rounds/1", "rounds/1/ranking", "leaderboard")]
        before = [client.get(path).body for path in told]
        table = client.get(f"{room.path}/export.csv", room.host).body
        service.end(signal.SIGKILL)
    with running(tmp_path / "data", url) as service:
        client = service.client()
        assert names(client, room) == [(1, "Eve"), (3, "Cy"), (5, "Bob")]
        assert [client.get(path).body for path in told] == before
        assert client.get(f"{room.path}/export.csv", room.host).body == table
        again = client.post(f"{room.path}/players", {"name": "bob"}, key=key)
        assert (again.status, again.plain) == (200, back.plain)
        assert client.get(f"{room.path}/players/2/room", tokens[1]).status == 401
        assert "another phone" in client.get(f"{room.path}/players/2/room", tokens[1]).body.decode()
        cy = client.post(f"{room.path}/players", {"name": "CY"})
        assert (cy.status, cy.plain["player"]) == (201, 6), "it was free before the kill"
        assert client.post(f"{room.path}/players", {"name": "Ada"}).plain["player"] == 7


def test_a_name_that_goes_and_one_that_takes_it_meet_in_one_commit(tmp_path: Path) -> None:
    """A slow disk has both wait for the same commit; neither is refused for the other."""
    with running(tmp_path / "data") as service:
        client = service.client()
        room = open_room(service, client)
        for turn in range(15):
            token = join(client, room, "Rude")
            number = int(token.split(".")[2])
            others = [service.client() for _ in range(6)]
            with ThreadPoolExecutor(8) as beside:
                gone = beside.submit(client.delete, f"{room.path}/players/{number}", room.host)
                made = [
                    beside.submit(one.post, f"{room.path}/players", {"name": "Rude"})
                    for one in others
                ]
                statuses = [one.result().status for one in made]
            assert gone.result().status == 200
            assert set(statuses) <= {201, 409}, (turn, statuses)
            assert statuses.count(201) <= 1
            for one in others:
                one.close()
            for left, _ in names(client, room):
                client.delete(f"{room.path}/players/{left}", room.host)


def test_a_player_who_is_removed_as_the_round_closes(
    client: Client, service: RunningService, room: Room
) -> None:
    for number in range(1, 13):
        tokens = [join(client, room, f"{number}-{one}") for one in range(3)]
        seat = tokens[0].split(".")[2]
        open_round(client, room, closes_after=3)
        for token in tokens[:2]:
            guess(client, room, number, 30, token)
        other, third = service.client(), service.client()
        with ThreadPoolExecutor(3) as beside:
            gone = beside.submit(other.delete, f"{room.path}/players/{seat}", room.host)
            last = beside.submit(guess, third, room, number, 90, tokens[2])
            shut = beside.submit(close, client, room, number)
        assert (gone.result().status, last.result().status in (201, 409)) == (200, True)
        shut.result()
        found = client.get(f"{room.path}/rounds/{number}/ranking").plain
        result = client.get(f"{room.path}/rounds/{number}").plain
        assert result["count"] == found["total"] == len(found["ranking"])
        assert result["sum"] == sum(row["guess"] for row in found["ranking"])
        assert f"{number}-0" not in {row["name"] for row in found["ranking"]}
        for one in (other, third):
            one.close()
