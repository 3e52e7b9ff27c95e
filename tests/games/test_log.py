"""Matches as text: round trips, and refusal of everything else with one sentence."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest

from games import log as logs
from games.core import CHANCE, Draw, Log, Seating
from games.fields import BadSave
from games.log import (
    MAX_CHARACTERS,
    MAX_SEED,
    MAX_TURNS,
    LogWriter,
    decode,
    encode,
    next_seed,
)
from games.streams import Stream

SAMPLE = Log(
    "karate",
    {"rounds": 10, "table": "classic", "beta": 0.5, "on": True},
    -7,
    (Seating("human"), Seating("seed-softmax", {"beta": 0.1}, '{"a":[1,"ü"]}')),
    [((0, "kick"), (1, "punch"))] * 3 + [((CHANCE, "3"),), ((0, "punch"), (1, "a:b*"))],
)


def test_round_trip_and_the_text_itself() -> None:
    text = encode(SAMPLE)
    assert decode(text) == SAMPLE
    assert text.splitlines()[1:] == ["3x 0:kick 1:punch", "*:3", "0:punch 1:a:b*"]
    assert text.isascii()
    assert text.endswith("\n")
    assert decode(text.replace("\n", "\r\n")) == SAMPLE
    empty = Log("numbers", {}, MAX_SEED, ())
    assert decode(encode(empty)) == empty


def test_random_matches_come_back() -> None:
    rng, compared = Stream.named(1, "logs"), 0
    for _ in range(120):
        turns = []
        for _ in range(rng.below(30)):
            seats = sorted({rng.below(33) - 1 for _ in range(1 + rng.below(4))} - {31})
            turns.append(tuple((seat, "m" * (1 + rng.below(2))) for seat in seats or [0]))
        log = Log("x", {"a": rng.random(), "b": str(rng.below(99))}, rng.below(1 << 63), (), turns)
        assert decode(encode(log)) == log
        compared += 1
    assert compared == 120


def test_a_growing_match_is_written_as_if_anew_each_time() -> None:
    rng, writer, compared = Stream.named(2, "growing"), LogWriter(), 0
    log = Log("x", {}, 1, (Seating("human"),), [])
    for _ in range(400):
        if rng.below(8) == 0:  # turns are taken back
            log.turns = log.turns[: rng.below(len(log.turns) + 1)]
        log.turns += [((0, str(rng.below(2))),)] * rng.below(4)
        assert writer.encode(log) == encode(log)
        compared += 1
    assert compared == 400


def test_what_was_written_before_is_not_gone_through_again(monkeypatch: Any) -> None:
    read: list[int] = []
    monkeypatch.setattr(logs, "decode", lambda text: read.append(len(text)) or decode(text))
    log = Log("x", {}, 1, (), [((0, str(n)),) for n in range(2000)])
    writer = LogWriter()
    whole = len(writer.encode(log))
    log.turns = [*log.turns, ((0, "new"),)]
    assert writer.encode(log).endswith("0:1999\n0:new\n")
    assert read[0] == whole
    assert read[1] < 200
    with pytest.raises(BadSave, match="is not a turn"):
        writer.encode(Log("x", {}, 1, (), [*log.turns, ((0, "two  words"),)]))
    assert writer.encode(log) == encode(log)


def header(**changes: Any) -> str:
    plain = json.loads(encode(SAMPLE).splitlines()[0])
    plain.update(changes)
    return json.dumps({name: value for name, value in plain.items() if value != "drop"})


WRONG = {
    "empty": "",
    "no json": "hello\n",
    "a list": "[]\n",
    "nan": header().replace("0.5", "NaN"),
    "twice": header()[:-1] + ', "seed": 3}',
    "deep": "[" * 100_000,
    "long number": header().replace("-7", "7" * 5000),
    "infinite": header().replace("0.5", "1e999"),
    "other format": header(format="other"),
    "other version": header(version=2),
    "version true": header(version=True),
    "a part missing": header(seats="drop"),
    "a part more": header(more=1),
    "game a number": header(game=3),
    "game a path": header(game="../karate"),
    "seed a float": header(seed=1.0),
    "seed a bool": header(seed=True),
    "seed too large": header(seed=1 << 63),
    "seats no list": header(seats={}),
    "too many seats": header(seats=[{"agent": "a", "options": {}, "start": None}] * 33),
    "seat without agent": header(seats=[{"options": {}, "start": None}]),
    "agent no id": header(seats=[{"agent": "A B", "options": {}, "start": None}]),
    "start a number": header(seats=[{"agent": "a", "options": {}, "start": 1}]),
    "option a list": header(params={"a": []}),
    "option a great number": header(params={"a": 1 << 70}),
    "option long": header(params={"a": "x" * 200_001}),
    "too many options": header(params={f"a{n}": 1 for n in range(65)}),
    "option name": header(params={"": 1}),
}
TURNS = ("kick", "0:", "0 :a", "1:a 0:b", "0:a 0:b", "-1:a", "0:a  1:b", "0x 0:a", "01:a", "32:a")
TURNS += ("0:a\x00", "0:é", "0:" + "a" * 65, "1x", "9999999x 0:a", "999999x 0:a", "٣:a", "*:1 *:2")


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_header_is_refused(name: str) -> None:
    with pytest.raises(BadSave) as caught:
        decode(WRONG[name])
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("line", TURNS)
def test_a_wrong_turn_is_refused(line: str) -> None:
    with pytest.raises(BadSave):
        decode(header() + "\n0:a\n" + line)


def test_size_is_capped_when_read_and_when_written() -> None:
    assert len(decode(header() + f"\n{MAX_TURNS}x 0:a").turns) == MAX_TURNS
    for text in (header() + f"\n{MAX_TURNS}x 0:a\n0:b", header() + " " * MAX_CHARACTERS, None):
        with pytest.raises(BadSave):
            decode(text)  # type: ignore[arg-type]
    turns = [((0, "a" * 60),), ((0, "b"),)] * 20_000
    with pytest.raises(BadSave):
        encode(Log("x", {}, 1, (), turns))


def test_what_could_not_be_read_is_not_written() -> None:
    for params in ({"a": float("nan")}, {"a": object()}, {"a": [1]}):
        with pytest.raises(BadSave):
            encode(Log("x", params, 1, ()))
    for move in ("", "a  b", " a", "a 1:b", "a\n", "ü"):
        with pytest.raises(BadSave):
            encode(Log("x", {}, 1, (), [((0, move),)]))


def test_mutated_text_is_read_or_refused() -> None:
    rng, text, refused = Stream.named(2, "mutations"), encode(SAMPLE), 0
    for _ in range(1600):
        at, kind = rng.below(len(text)), rng.below(3)
        piece = chr(rng.below(0x250)) if kind else ""
        mutated = text[:at] + piece + text[at + rng.below(3) :]
        try:
            decode(mutated)
        except BadSave:
            refused += 1
    assert 600 < refused < 1600


def test_every_seed_that_a_match_can_have_is_followed_by_one() -> None:
    assert [next_seed(seed) for seed in (-1, 0, 41)] == [0, 1, 42]
    for seed in (MAX_SEED - 1, MAX_SEED, -MAX_SEED):
        following = dataclasses.replace(SAMPLE, seed=next_seed(seed))
        assert decode(encode(following)) == following
    assert next_seed(MAX_SEED) == -MAX_SEED


DRAWN = Log(
    "karate",
    {"rounds": 10},
    5,
    (Seating("human"), Seating("random")),
    [((0, "kick"), (1, "punch"))] * 3,
    {
        0: {1: Draw(0x1F0E3DAD99908345, "00112233445566778899aabbccddeeff")},
        2: {1: Draw(7, "0" * 32)},
    },
    practice=True,
)


def test_what_was_drawn_afresh_comes_back_beside_its_turn() -> None:
    text = encode(DRAWN)
    assert decode(text) == DRAWN
    assert text.splitlines()[1:] == [
        "0:kick 1:punch 1!1f0e3dad99908345-00112233445566778899aabbccddeeff",
        "0:kick 1:punch",
        f"0:kick 1:punch 1!7-{'0' * 32}",
    ]
    writer, growing = LogWriter(), dataclasses.replace(DRAWN, turns=[], draws={})
    for turn in DRAWN.turns:
        if (number := len(growing.turns)) in DRAWN.draws:
            growing.draws[number] = DRAWN.draws[number]
        growing.turns.append(turn)
        assert writer.encode(growing) == encode(growing)


@pytest.mark.parametrize(
    "token",
    [
        f"2!7-{'0' * 32}",  # a seat that did not move
        f"1!0-{'0' * 32}",  # no lot
        f"1!{1 << 62:x}-{'0' * 32}",  # past the last
        f"1!7-{'0' * 32} 1!7-{'0' * 32}",
        f"1!7-{'0' * 31}",
        f"1!7-{'0' * 32} 0:kick",
    ],
)
def test_draws_that_cannot_be_are_refused(token: str) -> None:
    head = encode(DRAWN).splitlines()[0]
    assert decode(f"{head}\n0:kick 1:punch 1!7-{'0' * 32}\n").draws
    with pytest.raises(BadSave, match="Line 2"):
        decode(f"{head}\n0:kick 1:punch {token}\n")


def test_what_repeated_turns_have_drawn_takes_the_room_of_one() -> None:
    """A line of 1.6 kB may stand for 200,000 turns of 32 draws each."""
    seats = range(logs.MAX_SEATS)
    moves = " ".join(f"{seat}:a" for seat in seats)
    draws = " ".join(f"{seat}!1-{'0' * 32}" for seat in seats)
    found = decode(header(version=2, practice=False) + f"\n{logs.MAX_TURNS}x {moves} {draws}\n")
    assert len(found.turns) == len(found.draws) == logs.MAX_TURNS
    assert len({id(drawn) for drawn in found.draws.values()}) == 1
