"""Learned text as agents write it, and changed as nobody would: whole outside, wrong inside."""

from __future__ import annotations

import base64
import functools
import json
import random
import warnings
import zlib
from typing import Any

import numpy as np
import numpy.typing as npt

from ai.sequence.predictor import Predictor
from ai.ur.learner import TreeTraining
from games import catalog
from games.arrays import arrays_to_text
from games.core import Limit
from games.match import Match

Plain = dict[str, Any]

AGENTS = (
    ("karate", "sensei"),
    ("numbers", "mind"),
    ("ur", "learner"),
    ("ur", "learner+"),
    ("jaipur", "sensei:level=3"),
    ("set", "mirror"),
)
"""Who starts from learned text, by game."""
WATCHED: dict[str, Plain] = {"jaipur": {}, "set": {"mode": "junior"}}
"""Games of which something is learned only by a match, with the options of one that tells much."""

VALUES: tuple[Any, ...] = (
    *(None, True, "", "x", "é\ud800", -1, 0, 1, 1.5, 2**31, 2**63, 10**400),
    *(1e400, -1e400, float("nan"), [], [[]], [1e400], [-1], [-1, -1], [0], [2**62, 4]),
    *([10**30], [2**62, 0], {}, {"dtype": "<f8"}, [None], ["a"], [[1]], [True], [1.0]),
)
"""What stands in the place of anything."""

KINDS = (
    *("<f8", "<f4", "<f2", "<i8", "|u1", "|b1", "<U4", "<U3000", "<U0", ">f8", "|O", "|V8"),
    *("<M8[ns]", "<m8", "(2,)<f8", "i4,f8", "<f16", "<c16", "{", "[('a','O')]", "\x00", "O8"),
    *("f8," * 99, "8" * 40, "(1000000000,)f8", "(99999999999999999999,)i1", ",", "(,", "a"),
    *("float64", "object", "datetime64[99999999999999999999Y]", "M8[1/0s]", "<U99999999999"),
)
"""Kinds of numbers, most of which no agent learns, and some that no parser likes."""

FLOATS = (np.nan, np.inf, -np.inf, 3e38, -3e38, 1e-45, 0.0, -1.0, 1e5, -1e5, 9.9e4, 1e30, 0.5)
WHOLE = (0, 1, -1, 2, 3, 4, 5, 63, 255, 4096, 2**31 - 1, 2**62, -(2**62))


@functools.cache
def learned(game: str, agent: str) -> str:
    """What `agent` keeps of a player of `game`."""
    if agent == "learner":
        training = TreeTraining("finkel", 2, 1)
        training.run(20)
        return arrays_to_text(training.trees[0].arrays())
    if agent == "learner+":
        return arrays_to_text({"values": np.arange(16.0)})
    if game in WATCHED:
        return _after_a_match(game, agent)
    predictor = Predictor(4, opponent=game == "karate")
    rng = random.Random(1)
    for _ in range(40):
        predictor.update(rng.randrange(4), rng.randrange(4) if game == "karate" else None)
    return arrays_to_text(predictor.settled())


def _after_a_match(game: str, agent: str) -> str:
    """What `agent` keeps of the demo player after some turns of a match."""
    player, params = catalog.resolve(game, agent).make(), catalog.spec(game).params(WATCHED[game])
    others = {0: catalog.demo_player(game), 1: player}
    match: Match[Any] = Match(catalog.rules(game), params, 3, others)
    match.run(Limit(), 150)
    text = player.learned()
    assert text is not None
    return text


def mutated(rng: random.Random, text: str) -> str:
    """The learned `text`, wrong in one to three places; most is still JSON."""
    way = rng.random()
    if way < 0.03:
        depth = rng.choice((1, 50, 990, 200_000))
        return rng.choice(("[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth))
    if way < 0.1:
        letters = list(text)
        for _ in range(rng.randrange(1, 4)):
            letters[rng.randrange(len(letters))] = rng.choice('\x00"[]{}09-eé\ud800')
        return "".join(letters)
    plain = json.loads(text)
    for _ in range(rng.choice((1, 1, 2, 3))):
        if plain:
            _spoil(rng, plain)
    return json.dumps(plain)


def _spoil(rng: random.Random, plain: Plain) -> None:
    """Change one of the arrays in `plain`."""
    name = rng.choice(list(plain))
    entry, way = plain[name], rng.randrange(8)
    if way == 0 or not isinstance(entry, dict):
        plain[name] = rng.choice(VALUES)
    elif way == 1:
        del plain[name]
    elif way == 2:
        plain[name] = {**entry, "dtype": rng.choice(KINDS)}
    elif way == 3:
        plain[name] = {**entry, "shape": _other_shape(rng, entry)}
    elif way == 4:
        zeros = base64.b64encode(zlib.compress(bytes(rng.choice((64, 1 << 21))))).decode()
        plain[name] = {**entry, rng.choice(("data", "zlib")): rng.choice((*VALUES, "AAAA", zeros))}
    elif way == 5:
        plain[name] = plain[rng.choice(list(plain))]
    else:
        plain[name] = _other_numbers(rng, entry)


def _other_shape(rng: random.Random, entry: Plain) -> Any:
    """A shape of as many numbers with other axes, or what is none."""
    shape = entry.get("shape")
    if not isinstance(shape, list) or rng.random() < 0.5:
        return rng.choice(VALUES)
    return rng.choice(([1, *shape], [*shape, 1], shape[::-1], [-1], [1] * 40 + shape))


def _other_numbers(rng: random.Random, entry: Plain) -> Plain:
    """The array of `entry` with other numbers in its place, or one more or less."""
    array = _unpacked(entry)
    if array is None or not array.size:
        return entry
    way, shape = rng.randrange(6), entry.get("shape")
    if way < 2:
        array[: array.size if way else rng.randrange(array.size) + 1] = _value(rng, array.dtype)
    elif way == 2:
        array, shape = array[:-1], [array.size - 1]
    elif way == 3:
        array, shape = np.concatenate([array, array[:1]]), [array.size + 1]
    elif way == 4:
        array = array[::-1]
    else:
        raw = bytearray(array.tobytes())
        raw[rng.randrange(len(raw))] = rng.randrange(256)
        array = np.frombuffer(bytes(raw), array.dtype)
    data = base64.b64encode(array.tobytes()).decode()
    return {"dtype": entry["dtype"], "shape": shape, "data": data}


def _unpacked(entry: Plain) -> npt.NDArray[Any] | None:
    try:
        packed = base64.b64decode(entry.get("zlib", entry.get("data")))
        data = zlib.decompress(packed) if "zlib" in entry else packed
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            return np.frombuffer(data, np.dtype(entry["dtype"])).copy()
    except Exception:  # it was spoilt before
        return None


def _value(rng: random.Random, dtype: np.dtype[Any]) -> Any:
    """A number or name that does not belong there."""
    if dtype.kind == "f":
        with np.errstate(all="ignore"):
            return np.float64(rng.choice(FLOATS)).astype(dtype)
    if dtype.kind in "iu":
        bounds = np.iinfo(dtype)
        return min(max(rng.choice(WHOLE), bounds.min), bounds.max)
    if dtype.kind == "U":
        return rng.choice(("", "x", "uniform"))
    return np.zeros((), dtype)[()]
