"""Fields, keys, tokens, limits and listeners: the small parts of the service."""

from __future__ import annotations

import asyncio
import errno
import os
import selectors
import stat
from pathlib import Path
from typing import Any

import pytest

from games.guess.service.events import LEAST_PAUSE, MOST_LISTENERS, MOST_OF_ONE, Hub
from games.guess.service.fields import RoomTerms, check_key, integer, name_of, parse_object
from games.guess.service.limits import Limits
from games.guess.service.refusals import Refusal
from games.guess.service.tokens import KEY_FILE, Bearer, tokens_in

BODIES = [b"", b"[]", b"3", b"nul", b'{"a": NaN}', b"\xff{}", b"[" * 4000, b"\xef\xbb\xbf{}"]


@pytest.mark.parametrize("body", BODIES)
def test_what_is_no_object(body: bytes) -> None:
    with pytest.raises(Refusal) as caught:
        parse_object(body)
    assert caught.value.status == 400


@pytest.mark.parametrize("value", [33.0, True, "33", None, -1, 101, [], 10**30])
def test_what_is_no_whole_number(value: object) -> None:
    with pytest.raises(Refusal) as caught:
        integer({"guess": value}, "guess", 0, 100)
    assert caught.value.kind == "bad_field"


@pytest.mark.parametrize("key", [None, "", "a b", "ä", "a" * 65, "k.k"])
def test_keys_that_cannot_be(key: str | None) -> None:
    with pytest.raises(Refusal):
        check_key(key)
    assert check_key("a" * 64) == "a" * 64
    with pytest.raises(Refusal):
        check_key("a" * 15, shortest=16)


def terms(**fields: Any) -> RoomTerms:
    return RoomTerms({"title": "Class", **fields})


def test_terms_of_a_room() -> None:
    assert (terms().multiplier, terms().low, terms().high) == ((2, 3), 0, 100)
    assert terms(low=200).high == 200
    assert terms(mode="classic").high == 2**32 - 1
    for bad in (
        {"mode": "x"},
        {"mode": []},
        {"multiplier": [2]},
        {"multiplier": [0, 3]},
        {"multiplier": "2/3"},
        {"multiplier": [2, 1001]},
        {"low": 5, "high": 4},
        {"high": 2**32},
        {"mode": "classic", "low": 1},
        {"title": "x" * 81},
        {"title": 5},
    ):
        with pytest.raises(Refusal) as caught:
            terms(**bad)
        assert caught.value.kind == "bad_field"
    with pytest.raises(Refusal) as caught:
        terms(colour="red")
    assert caught.value.kind == "unknown_field"


def test_names_are_kept_as_text() -> None:
    for name in ("<b>x</b>", "'; DROP TABLE guess_rooms; --", "=1+1", "\u05d0\u05d1\u05d2"):
        assert name_of({"name": name}) == name


def test_tokens_stay_the_same_and_cannot_be_guessed(tmp_path: Path) -> None:
    tokens, bearer = tokens_in(tmp_path), Bearer("player", "K7PQM", 3)
    token = tokens.make(bearer)
    assert tokens_in(tmp_path).read(token) == bearer
    assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600
    assert tokens_in(tmp_path / "other").read(token) is None
    wrong = [token.replace(".3.", ".4."), token[:-1], token + "=", token.upper(), "", "a.b.c.d"]
    for text in [*wrong, "player.K7PQM.x." + token.split(".")[3], "é" * 20, "." * 4000]:
        assert tokens.read(text) is None
    (tmp_path / KEY_FILE).write_text("beef")
    with pytest.raises(ValueError, match="damaged"):
        tokens_in(tmp_path)


def test_a_burst_then_so_many_a_second() -> None:
    now = [0.0]
    limits = Limits(20, lambda: now[0])
    for _ in range(40):
        limits.spend("a")
    with pytest.raises(Refusal) as caught:
        limits.spend("a")
    assert (caught.value.status, caught.value.headers["Retry-After"]) == (429, "1")
    limits.spend("b")
    now[0] = 0.5
    for _ in range(10):
        limits.spend("a")
    with pytest.raises(Refusal):
        limits.spend("a")
    free = Limits(0, lambda: 0.0)
    for _ in range(200):
        free.spend("a")
    assert len(free) == 0


def test_askers_are_forgotten_before_memory_is_full() -> None:
    limits = Limits(1, lambda: 0.0)
    for number in range(20_500):
        limits.spend(str(number))
    assert len(limits) == 20_000


class Leaping(selectors.SelectSelector):
    """Waits for nothing: the clock of who waits leaps instead."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        self.now += timeout or 0.0
        return super().select(0)


def hurried() -> asyncio.SelectorEventLoop:
    """A loop whose clock stands while something runs, and leaps to what is due next."""
    selector = Leaping()
    loop = asyncio.SelectorEventLoop(selector)
    loop.time = lambda: selector.now  # type: ignore[method-assign]
    return loop


def test_listeners_are_told_at_most_four_times_a_second() -> None:
    async def played() -> list[float]:
        loop = asyncio.get_running_loop()
        hub, heard = Hub(loop.time), []
        listener = hub.enter("A")
        listener.news.clear()
        for _ in range(45):
            hub.changed({"A", "B"})
            await asyncio.sleep(0.01)
            if listener.news.is_set():
                listener.news.clear()
                heard.append(loop.time())
        hub.changed({"A"})  # the last change is told of, too, when the pause is over
        assert not listener.news.is_set()
        await asyncio.sleep(LEAST_PAUSE + 0.05)
        assert listener.news.is_set()
        hub.leave("A", listener)
        hub.leave("A", listener)
        assert hub.count == 0
        return heard

    with asyncio.Runner(loop_factory=hurried) as runner:
        heard = runner.run(played())
    assert heard == pytest.approx([0.01, LEAST_PAUSE], abs=0.011)


def test_too_many_listeners() -> None:
    hub = Hub(lambda: 0.0, None)
    for _ in range(MOST_LISTENERS):
        hub.enter("A", "one")
    with pytest.raises(Refusal) as caught:
        hub.enter("B", "other")
    assert caught.value.status == 503


def test_one_address_leaves_places_for_others() -> None:
    hub = Hub(lambda: 0.0)
    own = [hub.enter(f"R{number}", "one") for number in range(MOST_OF_ONE)]
    with pytest.raises(Refusal, match="300 listen from this address") as caught:
        hub.enter("R", "one")
    assert caught.value.status == 503
    hub.enter("R0", "other")
    for _ in range(2):
        hub.leave("R0", own[0])
    hub.enter("R", "one")
    with pytest.raises(Refusal):
        hub.enter("R", "one")


def test_a_key_is_made_on_a_disk_that_has_no_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def link(*asked: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", link)
    token = tokens_in(tmp_path).make(Bearer("player", "K7PQM", 3))
    assert tokens_in(tmp_path).read(token) == Bearer("player", "K7PQM", 3)
    assert [path.name for path in tmp_path.iterdir()] == [KEY_FILE]
