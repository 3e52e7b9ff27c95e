"""Damage of files that ship or were made: every kind becomes one sentence that says what to do."""

import errno
import random
import shutil

import numpy as np
import pytest

from ai import files as stored
from ai.belief.weights import read_junctions
from ai.files import NotWritten, read_arrays, write_arrays
from ai.lab import fitting
from ai.lab.command_line import run
from ai.lab.jobs import HERE
from ai.lab.ur.train import train
from ai.sequence.weights import read_weights
from ai.ur import judge as ur_judge
from ai.ur import table as ur_table
from ai.ur import weights as ur_weights
from games import weights
from games.arrays import BadWeights

UR = ur_weights.FOLDER
SHIPPED = [
    *(UR / name for name in ("perfect-schultz.npz", "learner.npz", "learner+.npz", "linear+.npz")),
    weights.shipped("numbers/mind"),
    weights.shipped("tracker/junctions"),
]


def damages(content, seed):
    """A missing, an empty, short, foreign file, a folder, and files with bytes turned."""
    rng = random.Random(seed)
    yield from (None, b"", content[: len(content) // 2], content[:-30], rng.randbytes(3000), "dir")
    yield b"\x93NUMPY\x01\x00" + content[:100]
    for _ in range(40):
        turned = bytearray(content)
        for place in rng.sample(range(len(content)), 3):
            turned[place] ^= 1 << rng.randrange(8)
        yield bytes(turned)


def put(path, content):
    if path.is_dir():
        path.rmdir()
    path.unlink(missing_ok=True)
    if content == "dir":
        path.mkdir()
    elif content is not None:
        path.write_bytes(content)


@pytest.mark.parametrize("shipped", SHIPPED, ids=lambda path: path.stem)
def test_every_damage_is_one_sentence_or_changes_nothing(shipped, tmp_path):
    good = read_arrays(shipped)
    path = tmp_path / shipped.name
    told = []
    for content in damages(shipped.read_bytes(), 7):
        put(path, content)
        try:
            found = read_arrays(path)
        except BadWeights as problem:
            told.append(str(problem))
            continue
        for name in found.keys() & good.keys():  # a flip in a name or a date only
            assert np.array_equal(found[name], good[name])
    assert len(told) >= 30
    for sentence in told:
        assert shipped.name in sentence
        assert "get it again from the release" in sentence
        assert "pickle" not in sentence
        assert "\n" not in sentence


@pytest.mark.parametrize("half", [True, False])
def test_loaders_name_the_file_and_the_remedy(half, tmp_path, monkeypatch):
    for name in ("perfect-schultz.npz", "perfect-schultz.json", "net.npz"):
        shutil.copy(UR / name, tmp_path / name)
    for shipped in SHIPPED[-2:]:
        shutil.copy(shipped, tmp_path / shipped.name)
    for path in tmp_path.glob("*.npz"):
        put(path, path.read_bytes()[: path.stat().st_size // 2] if half else None)
    monkeypatch.setattr(ur_table, "SHIPPED", tmp_path)
    monkeypatch.setattr(ur_weights, "FOLDER", tmp_path)
    ur_table.shipped.cache_clear()
    ur_weights.load.cache_clear()
    loaders = {
        "perfect-schultz.npz": lambda: ur_table.shipped("schultz"),
        "net.npz": lambda: ur_weights.load("net"),
        "mind.npz": lambda: read_weights(tmp_path / "mind.npz"),
        "junctions.npz": lambda: read_junctions(tmp_path / "junctions.npz"),
    }
    for name, loader in loaders.items():
        with pytest.raises(BadWeights, match=f"{name} is (damaged|missing); .*release"):
            loader()
    ur_table.shipped.cache_clear()
    ur_weights.load.cache_clear()


def test_a_damaged_card_of_a_shipped_table_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(ur_table, "SHIPPED", tmp_path)
    shutil.copy(UR / "perfect-schultz.npz", tmp_path)
    for text in ("", "[]", "{}", '{"sha256": 5, "pieces": null}', "[" * 100_000):
        (tmp_path / "perfect-schultz.json").write_text(text)
        ur_table.shipped.cache_clear()
        with pytest.raises(BadWeights, match="perfect-schultz"):
            ur_table.shipped("schultz")
    ur_table.shipped.cache_clear()


def test_the_judge_goes_on_with_what_is_left(tmp_path, monkeypatch):
    for folder in (tmp_path / "whole" / "ur", tmp_path / "bad" / "ur"):
        folder.mkdir(parents=True)
        for name in ("linear+.npz", "net.npz"):
            shutil.copy(UR / name, folder / name)
    monkeypatch.setattr(ur_table, "SHIPPED", tmp_path)
    monkeypatch.setattr(weights, "WEIGHTS", tmp_path / "whole")
    monkeypatch.delenv(ur_table.DATA_VARIABLE, raising=False)
    ur_table.shipped.cache_clear()
    found = [ur_judge.find_evaluator(rules, 4)[1] for rules in ("finkel", "schultz")]
    assert found == ["linear+", "linear+"]  # the network's ends are those of the lost table
    for path in tmp_path.glob("bad/ur/*.npz"):
        path.write_bytes(path.read_bytes()[:500])
    monkeypatch.setattr(weights, "WEIGHTS", tmp_path / "bad")
    for rules in ("finkel", "schultz"):
        table, source, lost = ur_judge.find_evaluator(rules, 4)
        assert f"perfect-{rules}.npz is missing" in lost
        assert source == "the race"
        assert table.value(0, 0, 4) == pytest.approx(0.5, abs=0.2)
    ur_table.shipped.cache_clear()


def test_a_command_with_damaged_weights_says_so_and_exits_2(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(weights, "WEIGHTS", tmp_path)
    (tmp_path / "ur").mkdir()
    (tmp_path / "ur" / "learner.npz").write_bytes(b"PK\x03\x04")
    assert run(["arena", "ur", "--agents", "learner,random", "--games", "2"]) == 2
    told = capsys.readouterr().err
    assert "learner.npz is damaged; get it again" in told
    assert told.count("\n") == 1


OPTIONS = {"agent": "learner", "games": 25, "rules": "schultz", "pieces": 2}


def test_a_damaged_part_is_set_aside_and_the_training_begins_anew(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("ai.lab.ur.train.MEASURED_GAMES", 10)
    expected = train(OPTIONS, 3, HERE, tmp_path / "good", lambda done, text: None)
    good = (UR / "learner.npz").read_bytes()
    turned = bytearray(good)
    turned[3000] ^= 255
    for number, content in enumerate((b"", good[:900], bytes(turned), good), start=1):
        (tmp_path / "learner.part.npz").write_bytes(content)
        card = train(OPTIONS, 3, HERE, tmp_path, lambda done, text: None)
        assert card == expected
        assert (tmp_path / f"learner.part.npz.bad-{number}").read_bytes() == content
        assert not (tmp_path / "learner.part.npz").exists()
        assert "begins anew" in capsys.readouterr().err
    assert number == 4


def test_a_part_is_never_taken_for_one_of_other_settings(tmp_path, capsys):
    part = tmp_path / "a.part.npz"
    fitting.keep(part, {"x": np.arange(3)}, {"seed": 1})
    taken = []
    fitting.resume(part, {"seed": 2}, taken.append)
    assert taken == []
    fitting.resume(part, {"seed": 1}, taken.append)
    assert taken[0]["x"].tolist() == [0, 1, 2]
    assert [path.name for path in tmp_path.iterdir()] == ["a.part.npz"]  # settings stand inside
    assert capsys.readouterr().err == ""


def test_a_full_disk_leaves_what_was_there_and_names_the_file(tmp_path, monkeypatch):
    path = tmp_path / "a.npz"
    write_arrays(path, {"x": np.arange(3)}, {"card": 1})
    before = {entry.name: entry.read_bytes() for entry in tmp_path.iterdir()}

    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    calls = []
    for allowed in (0, 1):
        calls.clear()
        monkeypatch.setattr(
            stored.os, "fsync", lambda n, a=allowed: full(n) if len(calls) >= a else calls.append(n)
        )
        with pytest.raises(NotWritten, match=r"a\.(npz|json) could not be written \(No space left"):
            write_arrays(path, {"x": np.arange(9)}, {"card": 2})
        assert {entry.name: entry.read_bytes() for entry in tmp_path.iterdir()} == before
