"""Options of a command: a file that stands for a text is read once, and here alone."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest

from ai.lab import options
from ai.lab.command_line import BAD_ARGUMENTS, DONE, run
from ai.lab.options import given_options, share_options
from games import catalog
from games.mazes import LAYOUT_BYTES
from games.session.archiving import read_match
from games.session.replaying import Replay, replay_setup
from games.spec import BadOption

MAZE: Final = "##########\n#.  ..  .#\n#        #\n#  .  .  #\n##########\n"
KNOWN: Final = catalog.spec("ctf").options


def test_pairs_are_split_and_named_once() -> None:
    assert given_options(["a=1", "b=x=y", "c="]) == {"a": "1", "b": "x=y", "c": ""}
    for wrong in (["a"], ["=1"], ["a=1", "a=2"]):
        with pytest.raises(BadOption):
            given_options(wrong)


def test_the_text_of_a_file_takes_the_place_of_its_path(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(MAZE, encoding="utf-8-sig")
    assert given_options([f"layout={file}"], KNOWN) == {"layout": MAZE}
    assert given_options([f"layout={MAZE}", "moves=4"], KNOWN) == {"layout": MAZE, "moves": "4"}
    assert given_options(["layout="], KNOWN) == {"layout": ""}
    assert given_options([f"layout={file}"]) == {"layout": str(file)}, "only where it is known"
    assert given_options([f"rules={file}"], KNOWN) == {"rules": str(file)}, "only where it may"


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("absent", "cannot be read (No such file or directory)"),
        ("folder", "cannot be read (It is not a plain file)"),
        ("pipe", "cannot be read (It is not a plain file)"),
        ("large", "cannot be read (It is too large)"),
        ("binary", "is not UTF-8 text"),
        ("empty", "is empty"),
        ("a\0b", "cannot be read (It is no name of a file)"),
    ],
)
def test_what_is_no_text_is_told_in_a_sentence(what: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "large").write_bytes(b"#" * (LAYOUT_BYTES + 1))
    (tmp_path / "binary").write_bytes(b"\xff\xfe\n")
    (tmp_path / "empty").write_bytes(b"")
    with pytest.raises(BadOption) as caught:
        given_options([f"layout={tmp_path / what}"], KNOWN)
    sentence = str(caught.value)
    assert told in sentence
    assert sentence.startswith("layout: ")
    assert sentence.endswith(".")


def test_a_disk_that_does_not_answer_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(path: Path, most: int, seconds: float) -> bytes:
        raise TimeoutError(110, "It does not answer")

    monkeypatch.setattr(options, "read_in_time", late)
    with pytest.raises(BadOption, match="does not answer"):
        given_options(["layout=far.txt"], KNOWN)


def test_a_match_by_a_file_holds_its_text_and_is_the_same_elsewhere(tmp_path: Path) -> None:
    """The file is deleted between, as it is missing on another machine."""
    file, saved = tmp_path / "mine.txt", tmp_path / "cup"
    file.write_text(MAZE)
    given = [f"layout={file}", "moves=8"]
    words = ["league", "ctf", "--agents", "random,gatherer", "--games", "2", "--save", str(saved)]
    assert run([*words, *(part for one in given for part in ("--option", one))]) == DONE
    file.unlink()
    logs = sorted(saved.glob("matches/*.match"))
    assert len(logs) == 2
    for one in logs:
        shown = read_match(one.read_bytes())
        assert shown.log.params["layout"] == MAZE
        replay = Replay(replay_setup(shown.log), turns=shown.log.turns)
        assert replay.match.over


def test_a_command_with_a_file_that_is_none_ends_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = f"play tracker --demo --frames 1 --option layout={tmp_path}/absent.txt"
    assert run(words.split()) == BAD_ARGUMENTS
    told = capsys.readouterr().err
    assert "layout: 'absent.txt' cannot be read (No such file or directory)" in told
    assert told.count("\n") == 1


def test_options_go_to_the_game_or_its_agents() -> None:
    agent = catalog.agent("ctf", "gatherer")
    params, chosen = share_options("ctf", [agent], {"moves": "8"})
    assert (params["moves"], chosen) == (8, {})
    with pytest.raises(BadOption, match="There is no option"):
        share_options("ctf", [agent], {"speed": "8"})
