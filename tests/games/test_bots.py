"""The names of bots: what is admitted by them, and what they never open."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from games import bots, catalog
from games.bots import LostBot, admit, digest, file_of, handed, name_of, own_options, split, take
from games.core import Seating
from games.fields import is_agent
from tests.support.touched import watching_files

TEXT = "def choose(view, legal, rng):\n    return legal[0]\n"


@pytest.fixture(autouse=True)
def none_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "KNOWN", {})


def test_a_kept_name_has_the_file_name_and_the_digest(bot_home: Path) -> None:
    (bot_home / "mine.py").write_text(TEXT)
    start = hashlib.sha256(TEXT.encode()).hexdigest()[:8]
    kept = f"bot:mine.py@{start}"
    assert admit("bot:mine.py") == admit(f"bot:{bot_home / 'mine.py'}") == kept
    assert admit("bot:mine.py:greed=2:mood=") == f"{kept}:greed=2:mood="
    assert admit(f"{kept}:greed=2") == f"{kept}:greed=2"
    assert (admit("random"), admit("pelita:x.py")) == ("random", "pelita:x.py")
    assert (name_of(kept), file_of(kept), digest(bot_home / "mine.py")) == (
        "mine.py",
        bot_home / "mine.py",
        start,
    )
    assert is_agent(kept)


def test_the_current_folder_comes_before_the_folder_of_bots(bot_home: Path) -> None:
    own = bots.folder()
    assert own is not None
    own.mkdir(parents=True)
    (own / "mine.py").write_text(TEXT)
    assert file_of(admit("bot:mine.py")) == own / "mine.py"
    (bot_home / "mine.py").write_text(TEXT + "\n")
    assert file_of(admit("bot:mine.py")) == bot_home / "mine.py"


@pytest.mark.parametrize(
    "name", [b"\xff\xfe.py", b"a\x7fb.py", b"a\tb.py", "a\x85b.py", "\u202eyp.py", "\u2028two.py"]
)
def test_a_file_whose_name_cannot_be_shown_is_no_bot(bot_home: Path, name: str | bytes) -> None:
    """It would stop each page before a game, or end a match that no list of results takes."""
    own = bots.folder()
    assert own is not None
    own.mkdir(parents=True)
    file = own / os.fsdecode(name)
    file.write_text(TEXT)
    (own / "mine.py").write_text(TEXT)
    assert [name_of(kept) for kept in bots.own()] == ["mine.py"]
    for bring in (lambda: admit(f"bot:{file}"), lambda: bots.copy_in(file)):
        with pytest.raises(LostBot, match="A bot cannot have the name") as refused:
            bring()
        assert str(refused.value).isprintable()
    kept = f"bot:{file.name}@{digest(file)}"
    assert not is_agent(kept)
    with pytest.raises(catalog.UnknownAgent):
        catalog.agent("karate", kept)


def test_what_is_no_file_of_a_bot_is_refused(bot_home: Path) -> None:
    (bot_home / "text").write_text(TEXT)
    (bot_home / "folder.py").mkdir()
    os.mkfifo(bot_home / "pipe.py")
    with pytest.raises(LostBot, match=r"There is no bot 'gone\.py' in the current folder, nor in "):
        admit("bot:gone.py")
    for name in ("", "folder.py", "pipe.py", "a,b.py", "x\0.py", "y" * 5000):
        with pytest.raises(LostBot):
            admit(f"bot:{name}")
    with pytest.raises(LostBot, match=r"neither a \.py nor executable"):
        admit("bot:text")
    (bot_home / "text").chmod(0o755)
    assert admit("bot:text").startswith("bot:text@")


@pytest.mark.parametrize("written", ["greed", "=2", "a=1:a=2", "a=1:b", "a=" + "x" * 3000])
def test_options_that_are_none_are_refused(bot_home: Path, written: str) -> None:
    (bot_home / "mine.py").write_text(TEXT)
    with pytest.raises(LostBot, match="are no options"):
        admit(f"bot:mine.py:{written}")


def test_a_drive_is_no_option() -> None:
    assert split(r"bot:C:\bots\mine.py:a=1") == (r"bot:C:\bots\mine.py", "a=1")
    assert split("bot:mine.py:C:/x") == ("bot:mine.py", "C:/x")
    assert own_options("") == {}


def test_another_process_knows_what_it_was_handed(
    bot_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (bot_home / "mine.py").write_text(TEXT)
    kept = admit("bot:mine.py")
    given = handed()
    monkeypatch.setattr(bots, "KNOWN", {})
    with pytest.raises(LostBot, match="is not known here"):
        file_of(kept)
    take(given)
    assert file_of(kept) == bot_home / "mine.py"


def test_a_name_from_elsewhere_opens_nothing(
    bot_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (bot_home / "mine.py").write_text(TEXT)
    names = ["bot:mine.py", f"bot:{bot_home / 'mine.py'}", "bot:/etc/passwd", "bot:", "bot:x@12"]
    with watching_files(monkeypatch) as touched:
        for name in names:
            assert not is_agent(name)
            with pytest.raises(catalog.UnknownAgent, match="No bot has the name"):
                catalog.seated("karate", Seating(name))
        spec = catalog.seated(
            "karate", Seating("bot:mine.py@12345678", {"bot_options": "a=1"})
        ).spec
        assert (spec.name, spec.ours) == ("mine.py", False)
        assert touched == []


def test_a_changed_file_is_read_anew_for_another_match(bot_home: Path) -> None:
    (bot_home / "mine.py").write_text(TEXT)
    kept = admit("bot:mine.py")
    assert bots.anew(kept) == kept
    (bot_home / "mine.py").write_text(TEXT + "\n")
    with pytest.raises(LostBot, match="has changed"):
        file_of(kept)
    later = bots.anew(kept)
    assert later != kept
    assert file_of(later) == bot_home / "mine.py"
    (bot_home / "mine.py").unlink()
    assert (bots.anew(later), bots.anew("random")) == (later, "random")


def test_a_kept_match_finds_its_bot_among_the_own_ones(
    bot_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (bot_home / "mine.py").write_text(TEXT)
    kept = admit("bot:mine.py")
    monkeypatch.setattr(bots, "KNOWN", {})
    with pytest.raises(LostBot, match=r"no mine\.py among your bots; put it into"):
        bots.recall(kept)
    own = bots.folder()
    assert own is not None
    own.mkdir(parents=True)
    (own / "mine.py").write_text("another")
    with pytest.raises(LostBot, match="another one than in this match"):
        bots.recall(kept)
    (own / "mine.py").write_text(TEXT)
    bots.recall(kept)
    assert file_of(kept) == own / "mine.py"
    (own / "mine.py").write_text("changed while its match waited")
    with pytest.raises(LostBot, match="another one than in this match"):
        bots.recall(kept)


def test_the_own_bots_are_the_files_that_can_be_run(bot_home: Path) -> None:
    assert bots.own() == []
    own = bots.folder()
    assert own is not None
    (own / "logs").mkdir(parents=True)
    for name in ("b.py", "a.py", "text", ".hidden.py", "program", *(f"z{n}.py" for n in range(20))):
        (own / name).write_text(name)
    (own / "program").chmod(0o755)
    os.mkfifo(own / "pipe.py")
    found = [name_of(kept) for kept in bots.own()]
    assert found[:3] == ["a.py", "b.py", "program"]
    assert len(found) == bots.MOST_OWN
    before = bots.own()[0]
    (own / "a.py").write_text("changed")
    assert bots.present(before, []) == bots.own()[0] != before
    assert bots.present("bot:b.py@12345678", bots.own()) == bots.own()[1]
    assert bots.present("bot:c.py@12345678", bots.own()) is None


def test_a_file_that_has_not_changed_is_not_read_again_for_each_list(
    bot_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twelve programs of 40 MB held each page before a game for more than a second."""
    own = bots.folder()
    assert own is not None
    own.mkdir(parents=True)
    for name in ("a.py", "b.py"):
        (own / name).write_text(name)
    before, read = bots.own(), list[str]()

    def digest_noted(file: Path) -> str:
        read.append(file.name)
        return "0" * 8

    monkeypatch.setattr(bots, "digest", digest_noted)
    assert bots.own() == before
    (own / "b.py").write_text("changed")
    assert bots.own() == [before[0], "bot:b.py@00000000"]
    assert read == ["b.py"]


def test_a_file_that_is_no_bot_says_why(bot_home: Path) -> None:
    own = bots.folder()
    assert own is not None
    assert bots.refused() == []
    (own / "logs").mkdir(parents=True)
    (own / "mine.py").write_text(TEXT)
    (own / "notes.txt").write_text("ideas")
    (own / "gone.py").symlink_to(own / "nowhere.py")
    assert [name_of(kept) for kept in bots.own()] == ["mine.py"]
    gone, notes = bots.refused()
    assert notes == "The bot 'notes.txt' is neither a .py nor executable; make it one of them."
    assert gone == "The bot 'gone.py' is not there; its link leads nowhere."
    for number in range(13):
        (own / f"z{number:02}.py").write_text(TEXT)
    assert len(bots.own()) == 12
    assert bots.refused()[2:] == [f"z{n}.py is not shown: the first 12 are." for n in (11, 12)]


def test_an_example_is_written_and_never_over_a_file(bot_home: Path) -> None:
    first, second = bots.write_example("ur"), bots.write_example("ur")
    assert (first.name, second.name) == ("ur_example.py", "ur_example2.py")
    assert first.parent == bots.folder()
    assert first.read_bytes() == (bots.EXAMPLES / "ur.py").read_bytes()
    first.write_text("mine")
    assert bots.write_example("ur").name == "ur_example3.py"
    assert first.read_text() == "mine"
