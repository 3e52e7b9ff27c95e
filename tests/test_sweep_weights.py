"""Hostile weights and solved tables: bombs, objects, pickles, pipes, wrong shapes and numbers.

They are put aside, or used where they are usable numbers after all. Nothing in them is run, nothing
is written outside their folder, and the agent plays on with what ships.
"""

from __future__ import annotations

import functools
import io
import json
import math
import os
import random
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai.files import pack_arrays, read_arrays
from ai.ur.table import find_table
from ai.ur.table import shipped as shipped_table
from games import catalog, paths, weights
from games.agents import LostWeights
from games.arrays import BadWeights
from games.core import CHANCE, Limit
from games.match import Match
from games.mind import mind_to_plain
from games.weights import stamped
from tests.support.by_hand import one_piece, put_table
from tests.support.homes import THINGS, other_array, put_thing
from tests.support.store_samples import mutated_bytes, mutated_data
from tests.support.sweep import Sweep, Try, row

WEIGHTS = {
    "ur/linear+": ("ur", "linear+", {"pieces": 4, "rules": "finkel"}),
    "ur/learner+": ("ur", "learner+", {"pieces": 4, "rules": "schultz"}),
    "ur/learner": ("ur", "learner", {"pieces": 4, "rules": "schultz"}),
    "numbers/mind": ("numbers", "mind", {"keys": 60}),
    "jaipur/greedy": ("jaipur", "greedy", {"length": "round"}),
    "jaipur/sensei": ("jaipur", "sensei", {"length": "round"}),
    "planetwars/sensei": ("planetwars", "sensei", {"turns": "50"}),
    "set/kinds": ("set", "mirror", {"mode": "junior"}),
    "tracker/junctions": ("tracker", "tailer", {"play": "hide", "maze": "tiny"}),
    "ra/net-3": ("ra", "net", {"players": 3}),
    "ra/net-4": ("ra", "net+", {"players": 4}),
    "ra/net-5": ("ra", "net", {"players": 5}),
    "ra/seed-net-3": ("ra", "seed-net", {"players": 3}),
    "ra/seed-net-4": ("ra", "seed-net", {"players": 4}),
    "ra/seed-net-5": ("ra", "seed-net", {"players": 5}),
    "ur/net": ("ur", "net", {"pieces": 7, "rules": "finkel"}),
}
"""Whose weights are attacked, and how their agent plays."""
TURNS = 6
ROOM = 400 << 20
"""So much more memory may be held at any moment, in bytes."""


EVIL = b"cos\nmkdir\n(S'evil was run'\ntR."
"""A pickle, written by hand in protocol 0: whoever reads it makes a folder."""
PICKLES = (EVIL, b"(dS'a'\n" + EVIL[:-1] + b"s.", b"(lI1\naI2\naI3\na.")
"""It, a dictionary that holds it, and a list of three numbers."""


def hostile(arrays: Mapping[str, Any], rng: random.Random) -> tuple[str, bytes]:
    """What stands in the place of a file with these arrays: its kind, and its bytes."""
    kind = rng.choice(sorted(WAYS))
    return kind, WAYS[kind](dict(arrays), rng)


def _changed(arrays: dict[str, Any], rng: random.Random) -> bytes:
    for _ in range(rng.randint(1, 2)):
        name = rng.choice(sorted(arrays))
        arrays[name] = other_array(arrays[name], rng)
    return pack_arrays(arrays)


def _bytes(arrays: dict[str, Any], rng: random.Random) -> bytes:
    return mutated_bytes(pack_arrays(arrays), rng)


def _lacking(arrays: dict[str, Any], rng: random.Random) -> bytes:
    arrays.pop(rng.choice(sorted(arrays)))
    if rng.random() < 0.5:
        arrays["more"] = np.zeros(rng.choice((0, 3, 1000)))
    return pack_arrays(arrays)


def _number(arrays: dict[str, Any], rng: random.Random) -> bytes:
    """One number of one array is another."""
    floats = [name for name in sorted(arrays) if arrays[name].dtype.kind == "f"]
    name = rng.choice(floats or sorted(arrays))
    array = arrays[name].copy()
    if array.size and array.dtype.kind in "fiu":
        worst = (math.nan, math.inf, -math.inf, 1e300, -1e300, 5e-324, -1.0, 0.0)
        with np.errstate(all="ignore"):
            array.reshape(-1)[rng.randrange(array.size)] = (
                rng.choice(worst) if array.dtype.kind == "f" else rng.choice((0, 1, 99))
            )
    return pack_arrays({**arrays, name: array})


def _spoiled(arrays: dict[str, Any], rng: random.Random) -> bytes:
    """Half of an array is no number, or finite in the file and not in the half as wide numbers
    that a network has: playing is bound to meet it."""
    floats = [name for name in sorted(arrays) if arrays[name].dtype.kind == "f"]
    if not floats:
        return _changed(arrays, rng)
    name = rng.choice(floats)
    array = np.array(arrays[name], np.float64)
    half = np.random.default_rng(rng.getrandbits(32)).random(array.shape) < 0.5
    array[half] = rng.choice((math.nan, 1e300, -1e300))
    return pack_arrays({**arrays, name: array})


def _saved(array: Any) -> bytes:
    plain = io.BytesIO()
    if array.dtype.hasobject:
        header = {"descr": "|O", "fortran_order": False, "shape": array.shape}
        np.lib.format.write_array_header_1_0(plain, header)
        return plain.getvalue() + EVIL
    np.save(plain, array, allow_pickle=False)
    return plain.getvalue()


def _zipped(members: list[tuple[str, bytes]], way: int = zipfile.ZIP_DEFLATED) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", way, compresslevel=1) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return whole.getvalue()


def _members(arrays: Mapping[str, Any]) -> list[tuple[str, bytes]]:
    return [(f"{name}.npy", _saved(array)) for name, array in sorted(arrays.items())]


def _objects(arrays: dict[str, Any], rng: random.Random) -> bytes:
    name = rng.choice(sorted(arrays))
    return _zipped(_members({**arrays, name: np.array([None], dtype=object)}))


def _void(arrays: dict[str, Any], rng: random.Random) -> bytes:
    name = rng.choice(sorted(arrays))
    odd = rng.choice(
        (np.zeros(3, "V8"), np.zeros(2, "f8,i4"), np.zeros(3, "M8[s]"), np.zeros(3, "c16"))
    )
    return _zipped(_members({**arrays, name: odd}))


def _pickled(arrays: dict[str, Any], rng: random.Random) -> bytes:
    return rng.choice(PICKLES)


def _twice(arrays: dict[str, Any], rng: random.Random) -> bytes:
    import warnings

    members = _members(arrays)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _zipped([*members, rng.choice(members)])


def _climbing(arrays: dict[str, Any], rng: random.Random) -> bytes:
    name = rng.choice(("../evil.npy", "/tmp/evil.npy", "a/b.npy", "..\\evil.npy", "é.npy", ".npy"))
    return _zipped([*_members(arrays), (name, _saved(np.zeros(3)))])


def _stranger(arrays: dict[str, Any], rng: random.Random) -> bytes:
    content = rng.choice((b"", b"x" * 1000, b"\x93NUMPY", b"\x93NUMPY\x03\x00" + b"\xff" * 100))
    return _zipped([*_members(arrays)[1:], (_members(arrays)[0][0], content)])


def _lying(arrays: dict[str, Any], rng: random.Random) -> bytes:
    """A head that promises other sizes than there are bytes."""
    name, content = rng.choice(_members(arrays))
    shape = rng.choice(("(10000000000,)", "(-1,)", "(2, 3, 5)", "()", "(1e9,)", "(99999999, 9999)"))
    head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}"
    head += " " * (63 - (len(head) + 10) % 64) + "\n"
    lie = b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head.encode() + content[-64:]
    return _zipped([*(m for m in _members(arrays) if m[0] != name), (name, lie)])


@functools.cache
def _bomb_bytes() -> bytes:
    return _zipped([("values.npy", _saved(np.zeros(20 << 20))), ("b.npy", bytes(100 << 20))])


def _bomb(arrays: dict[str, Any], rng: random.Random) -> bytes:
    return _bomb_bytes()


def _packed_otherwise(arrays: dict[str, Any], rng: random.Random) -> bytes:
    return _zipped(_members(arrays), rng.choice((zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)))


WAYS: dict[str, Callable[[dict[str, Any], random.Random], bytes]] = {
    "arrays": _changed,
    "bytes": _bytes,
    "bomb": _bomb,
    "climbing": _climbing,
    "lacking": _lacking,
    "lying": _lying,
    "number": _number,
    "objects": _objects,
    "packed otherwise": _packed_otherwise,
    "pickle": _pickled,
    "spoiled": _spoiled,
    "stranger": _stranger,
    "twice": _twice,
    "void": _void,
}


def plays(game: str, agent: str, params: Mapping[str, Any], seed: int) -> None:
    """Let an agent play some turns with an open mind that can be told."""
    spec = catalog.spec(game)
    rules, full = catalog.rules(game), spec.params(params)
    players = {seat: catalog.demo_player(game) for seat in range(len(spec.seats_for(full)))}
    players[1] = catalog.resolve(game, agent).make()
    match: Match[Any] = Match(rules, full, seed, players)
    turns = 0
    while turns < TURNS and not match.over:
        turns += match.to_act != (CHANCE,)  # a deal is as many turns as it has cards
        for seat in match.to_act:
            if seat == 1:
                decision = match.decide(1, Limit(nodes=20, mind=True))
                json.dumps(mind_to_plain(decision.mind or ()), allow_nan=False)
        match.step(Limit(nodes=20))


def attack(folder: Path, one: Try) -> str:
    """Put hostile weights in place and let their agent play; what became of them."""
    rng = one.rng
    name = rng.choice(sorted(WEIGHTS))
    path = folder / "weights" / f"{name}.npz"
    path.parent.mkdir(parents=True, exist_ok=True)
    for old in path.parent.iterdir():
        old.unlink() if not old.is_dir() or old.is_symlink() else _clear(old)
    card = dict(weights.card_at(weights.shipped(name)))
    if rng.random() < 0.1:
        kind = rng.choice(THINGS)
        path.write_bytes(b"x")
        put_thing(path, kind)
        content = b""
    else:
        kind, content = hostile(_arrays(name), rng)
        path.write_bytes(content)
    told = stamped(card, content)
    told = mutated_data(told, rng) if rng.random() < 0.1 else told
    path.with_suffix(".json").write_text(json.dumps(told))
    weights.choose(None)
    weights.choose(folder / "weights")
    before = _peak()
    try:
        plays(*WEIGHTS[name], rng.getrandbits(32))
    finally:
        assert not Path("evil was run").exists(), "a pickle was read"
    assert _peak() - before < ROOM, f"{kind} took {(_peak() - before) >> 20} MB"
    aside = list(path.parent.glob("*.bad-*"))
    notices = weights.take_notices()
    used = os.path.lexists(path) and not aside
    assert bool(aside) == bool(notices) or kind == "none", (kind, aside, notices)
    assert {found.parent for found in folder.rglob("*evil*")} == set()
    return "used" if used else "put aside"


def _clear(folder: Path) -> None:
    for entry in folder.iterdir():
        entry.unlink()
    folder.rmdir()


@functools.cache
def _arrays(name: str) -> Mapping[str, Any]:
    return read_arrays(weights.shipped(name))


def _peak() -> int:
    """The most memory that this process ever held, in bytes; 0 where that cannot be told."""
    try:
        import resource
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


@pytest.fixture(autouse=True)
def _replacing_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "REPLACING_SECONDS", 0.0)


@row("hostile weights", everyday=50, full=15_000, between=1_500)
def test_hostile_weights(tmp_path: Path, sweep: Sweep, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    _bomb_bytes()
    fates = sweep.run(lambda one: attack(tmp_path / "data", one), seconds=20)
    weights.choose(None)
    assert not sweep.whole or fates["put aside"] > fates["used"], fates
    assert not (sweep.whole and sweep.row.deep) or fates["used"] > 0, fates


def test_all_weights_that_ship_are_attacked() -> None:
    """The solved tables of Ur have a row of their own."""
    found = sorted(path for path in paths.WEIGHTS.glob("*/*.npz"))
    names = {path.relative_to(paths.WEIGHTS).with_suffix("").as_posix() for path in found}
    assert {name for name in names if not name.startswith("ur/perfect-")} == set(WEIGHTS)


# -- solved tables -------------------------------------------------------------------------


@functools.cache
def _values(rules: str) -> bytes:
    return one_piece(rules)


def attack_table(folder: Path, one: Try) -> str:
    """Damage a solved table; whoever plays from what is found plays by the right values."""
    rng = one.rng
    rules, other = rng.sample(("finkel", "schultz"), 2)
    for old in folder.iterdir() if folder.exists() else ():
        old.unlink() if not old.is_dir() or old.is_symlink() else _clear(old)
    folder.mkdir(parents=True, exist_ok=True)
    path = put_table(folder, rules, _values(other if rng.random() < 0.2 else rules))
    card = path.with_suffix(".json")
    way = rng.randrange(5)
    if way == 0:
        path.write_bytes(mutated_bytes(path.read_bytes(), rng))
    elif way == 1:
        card.write_bytes(mutated_bytes(card.read_bytes(), rng))
    elif way == 2:
        card.write_text(json.dumps(mutated_data(json.loads(card.read_text()), rng)))
    elif way == 3:
        put_thing(rng.choice((path, card)), rng.choice(THINGS))
    else:
        put_table(folder, rules, mutated_bytes(_values(rules), rng))
    try:
        table = find_table(rules, 1, folder)
    except (LostWeights, BadWeights):
        return "refused"
    right = shipped_table(rules)
    for side in (0, 1 << 3, 1 << 5, 1 << 8, 1 << 12):
        assert table.value(0, side, 1) == pytest.approx(right.value(0, side, 1), abs=1e-4)
        assert table.value(side, 0, 1) == pytest.approx(right.value(side, 0, 1), abs=1e-4)
    return "the shipped one" if table is right else "this one"


@row("hostile tables", everyday=50, full=5_000, between=500)
def test_hostile_tables(tmp_path: Path, sweep: Sweep) -> None:
    fates = sweep.run(lambda one: attack_table(tmp_path / "tables", one), seconds=20)
    assert not sweep.whole or len(fates) >= 2, fates


# -- a reader that trusts is seen ----------------------------------------------------------


def test_a_reader_that_unpickles_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ai.ur import linear

    def trusting(path: Path) -> Any:
        if EVIL[:-1] in path.read_bytes():  # what unpickling it does
            os.mkdir("evil was run")
        raise BadWeights("It was no archive.")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(linear.LINEAR, "read", trusting)
    monkeypatch.setitem(globals(), "WAYS", {"pickle": _pickled})
    monkeypatch.setitem(globals(), "WEIGHTS", {"ur/linear+": WEIGHTS["ur/linear+"]})
    with pytest.raises(AssertionError, match="a pickle was read"):
        [attack(tmp_path / "data", Try(n, random.Random(n), 1)) for n in range(8)]
    weights.choose(None)


def test_a_network_that_is_not_asked_for_finite_numbers_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ai.ra.network import NETS, Network

    def trusting(path: Path) -> Network:
        found = read_arrays(path)
        return Network(3, *(found[part] for part in ("first", "bias", "second", "last")))

    monkeypatch.setattr(NETS[3], "read", trusting)
    monkeypatch.setitem(globals(), "WAYS", {"spoiled": _spoiled})
    monkeypatch.setitem(globals(), "WEIGHTS", {"ra/net-3": WEIGHTS["ra/net-3"]})
    weights.take_notices()
    with np.errstate(all="ignore"), pytest.raises(ValueError, match=r"no proper rows|not in list"):
        [attack(tmp_path / "data", Try(n, random.Random(n), 1)) for n in range(8)]
    weights.choose(None)


def test_a_table_that_answers_wrongly_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ai.ur import table

    monkeypatch.setattr(table, "follows_rules", lambda *words: True)
    found = 0
    for number in range(30):
        try:
            attack_table(tmp_path / "tables", Try(number, random.Random(number), 1))
        except AssertionError:
            found += 1
    assert found > 0
