"""`main.py play GAME --match FILE`: in a window, as pictures, as a GIF."""

from __future__ import annotations

import dataclasses
import errno
from collections.abc import Sequence
from pathlib import Path

import pytest

from ai.lab import play_match
from ai.lab.command_line import BAD_ARGUMENTS, DONE, run
from games import log
from games.session.setup import Shown
from tests.support.forked import forked as forked
from tests.support.replays import played

pytestmark = pytest.mark.usefixtures("forked", "drawings")


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("matches") / "a.match"
    path.write_text(log.encode(played("karate", 1)))
    return path


def test_pictures_are_written_without_a_window(
    match: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["play", "karate", "--match", str(match), "--frames-to", str(tmp_path)]) == DONE
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"000{n}.png" for n in range(2)]
    assert capsys.readouterr().out == f"Wrote 2 pictures to {tmp_path}.\n"


@pytest.mark.parametrize("linked", [False, True])
def test_a_folder_with_numbered_pictures_is_left_as_it_is(
    match: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], linked: bool
) -> None:
    notes, folder = tmp_path / "notes", tmp_path / "folder"
    notes.write_text("mine")
    folder.mkdir()
    if linked:
        (folder / "0001.png").symlink_to(notes)
    else:
        (folder / "0099.png").write_text("mine")
    before = sorted(folder.iterdir())
    words = ["play", "karate", "--match", str(match), "--frames-to", str(folder)]
    assert run(words) == BAD_ARGUMENTS
    assert sorted(folder.iterdir()) == before
    assert [path.read_text() for path in (notes, *before)] == ["mine", "mine"]
    told = f"has a picture already ({before[0].name}); name a new folder, or an empty one.\n"
    assert capsys.readouterr().err.endswith(told)


def test_a_gif_is_never_written_over_what_is_there(
    match: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "a.gif"
    path.symlink_to(tmp_path / "elsewhere")
    assert run(["play", "karate", "--match", str(match), "--gif", str(path)]) == BAD_ARGUMENTS
    assert "is there already; name another file, or delete it." in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [path]


def test_a_gif_that_cannot_be_written_is_told_of_and_no_good_folder(
    match: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def full(pictures: Sequence[Path], path: Path, milliseconds: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("games.shell.filming.animate", full)
    words = ["play", "karate", "--match", str(match), "--frames-to", str(tmp_path / "new")]
    assert run([*words, "--gif", str(tmp_path / "a.gif")]) == BAD_ARGUMENTS
    told = f"Could not write {tmp_path}/a.gif: No space left on device; name another."
    assert told in capsys.readouterr().err


def test_a_match_is_opened_in_a_window(match: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[tuple[Shown, str | None]] = []

    def run_match(shown: Shown, data_dir: str | None) -> int:
        opened.append((shown, data_dir))
        return 0

    monkeypatch.setattr("games.shell.start.run_match", run_match)
    assert run(["play", "karate", "--match", str(match), "--data-dir", "here"]) == DONE
    ((shown, folder),) = opened
    assert len(shown.log.turns) == 1
    assert folder == "here"


def test_what_cannot_be_is_told_in_a_sentence(
    match: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = log.decode(match.read_text())
    wrong = tmp_path / "wrong.match"
    wrong.write_text(log.encode(dataclasses.replace(found, params={"rounds": 11})))
    (tmp_path / "chess.match").write_text(log.encode(dataclasses.replace(found, game="chess")))
    newer = dataclasses.replace(found, params={**found.params, "future": 1})
    (tmp_path / "newer.match").write_text(log.encode(newer))
    (tmp_path / "file").write_text("here")
    one = f"play karate --match {match}"
    for words, told in (
        (f"play ur --match {match}", "a match of karate; write `main.py play karate --match"),
        (f"play karate --match {tmp_path}/none.match", "cannot be read (No such file"),
        (f"play karate --match {tmp_path}", "It is not a plain file"),
        (f"play karate --match {tmp_path}/file", "is no match that can be opened"),
        (f"play karate --match {wrong} --frames-to {tmp_path}/x", "rounds cannot be '11'"),
        (f"play karate --match {tmp_path}/chess.match", "'chess', which this arcade does not have"),
        (
            f"play karate --match {tmp_path}/newer.match --frames-to {tmp_path}/x",
            " cannot be played here: Virtual Karate has no option 'future'",
        ),
        (f"{one} --seed 3", "leave --seed out"),
        (f"{one} --demo", "leave --demo out"),
        (f"{one} --option rounds=10", "leave --option out"),
        (f"{one} --gif a.png", "--gif needs a name that ends in .gif"),
        (f"{one} --frames-to=", "--frames-to needs a folder; name one."),
        (f"{one} --gif=", "--gif needs a name that ends in .gif"),
        (f"{one} --frames-to {tmp_path}/file", "Could not write"),
        ("play karate --frames-to x", "--frames-to belongs to a replay; add --match FILE"),
        ("play karate --gif x.gif", "--gif belongs to a replay; add --match FILE, or --demo"),
        ("play karate --demo --gif x.png", "--gif needs a name that ends in .gif"),
    ):
        assert run(words.split()) == BAD_ARGUMENTS, words
        err = capsys.readouterr().err
        assert told in err, (words, err)
        assert err.count("\n") == 1, err


def test_pictures_follow_each_other_in_a_minute_at_most_if_they_can() -> None:
    assert play_match.milliseconds(11) == play_match.LONGEST
    assert play_match.milliseconds(150) == 400
    assert play_match.milliseconds(2000) == play_match.SHORTEST
    assert play_match.milliseconds(0) == play_match.LONGEST


def test_a_gif_holds_every_moment(match: Path, tmp_path: Path) -> None:
    path = tmp_path / "new" / "a.gif"
    assert run(["play", "karate", "--match", str(match), "--gif", str(path)]) == DONE
    data = path.read_bytes()
    assert data.startswith(b"GIF89a\x80\x02\x68\x01"), "640 by 360"
    assert data.count(b"\x21\xf9\x04\x04") == 2
