"""A bot against a person: it thinks in the worker, forfeits at once, and is kept by its name."""

from __future__ import annotations

import dataclasses
import json
import time
from pathlib import Path

import pytest

from games import bots, log
from games.mind import Bars, Mind, Note
from games.session.archiving import read_match, shown_of
from games.session.replaying import Replay, Rethinking, replay_setup, shown_now
from games.session.session import Session
from games.session.setup import Shown
from games.session.starting import check_log, make_setup, rematch, strange_programs
from games.store.bot_minds import MOST_KEPT
from games.store.library import Library
from games.store.past import MATCH_FILE, PastLog
from tests.support.bots import hostile_bot, written_bot

SHOWN = """
class Bot:
    def choose(self, view, legal):
        return "kick"
    def mind(self):
        return [{"title": "I expect", "shares": {"punch": 1.0}}, {"text": "You punch."}]
"""


def against_bot(
    kept: str, moves: int, minds: list[Mind] | None = None, library: Library | None = None
) -> Session:
    """A session of karate in which a person punches as often; `minds` takes the bot's."""
    setup = make_setup("karate", kept, 3, {"rounds": "10", "bot_seconds": "2"}, False)
    session = Session(setup, library)
    until = time.monotonic() + 60
    while not session.over and len(session.match.turns) < moves and time.monotonic() < until:
        if 0 in session.match.to_act and 0 not in session.decisions:
            session.choose(0, "punch")
        reveal = session.advance(0.1)
        if reveal is not None and minds is not None:
            minds.append(reveal.minds[1])
        time.sleep(0.002)
    return session


def test_its_mind_is_shown_and_its_name_is_kept(bot_home: Path) -> None:
    kept = written_bot(bot_home, SHOWN)
    minds: list[Mind] = []
    session = against_bot(f"{kept}:greed=2", 10, minds)
    assert [dict(turn)[1] for turn in session.match.turns] == ["kick"] * 10
    bars, note = minds[-1]
    assert session.last_mind(1) == (bars, note)
    assert isinstance(bars, Bars)
    assert (bars.title, bars.labels, note) == ("I expect", ("punch",), Note("You punch."))
    text = session.as_text()
    session.close()
    seat = json.loads(text.partition("\n")[0])["seats"][1]
    assert seat["agent"] == kept
    assert seat["options"] == {"bot_seconds": 2.0, "bot_options": "greed=2"}
    assert str(bot_home) not in text
    found = check_log(log.decode(text), "karate")
    assert strange_programs("karate", found.seats) == (kept,)


def test_it_forfeits_at_once_with_its_sentence(bot_home: Path) -> None:
    session = against_bot(hostile_bot(bot_home, "raises.py"), 10)
    session.close()
    assert session.forfeited == 1
    (fault,) = session.faults
    assert (fault.kind, fault.turn) == ("forfeit", 0)
    assert fault.sentence.startswith(
        "raises.py forfeits: in turn 1 it failed in raises.py, line 5: KeyError: 'a move' (its log:"
    )


def test_a_bot_that_is_not_known_here_cannot_play(
    bot_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = written_bot(bot_home, SHOWN)
    monkeypatch.setattr(bots, "KNOWN", {})
    session = against_bot(kept, 1)
    session.close()
    assert session.forfeited == 1
    assert "The file of mine.py is not known here" in session.faults[0].sentence


def test_another_match_is_against_the_file_as_it_is_now(bot_home: Path) -> None:
    setup = make_setup("karate", written_bot(bot_home, SHOWN), 3, {"rounds": "10"}, False)
    kept = written_bot(bot_home, SHOWN.replace("kick", "punch"))
    again = rematch(setup)
    assert again.seats[1].agent == kept != setup.seats[1].agent
    assert again.seats[1].options == setup.seats[1].options


COUNTING = """
class Bot:
    turns = 0
    def choose(self, view, legal):
        self.turns += 1
        return "kick"
    def mind(self):
        return [{"text": f"Turn {self.turns}."}] if self.turns != 4 else None
"""


def minds_again(shown: Shown) -> dict[int, Mind]:
    """The bot's mind at each moment of a replay that asks nobody."""

    def asked(*about: object) -> None:
        raise AssertionError("A bot is not asked in a replay.")

    setup = replay_setup(shown.log, shown.names, shown.eyes)
    replay = Replay(setup, turns=shown.log.turns)
    thinking = Rethinking(replay, shown.log, asked, shown.minds)  # type: ignore[arg-type]
    found = {}
    for moment in range(1, replay.length + 1):
        found[moment] = thinking.wait_for(moment)[1]
        assert replay.reveal(moment).minds[1] == found[moment]
        assert thinking.unkept(moment)
        assert thinking.lost == ""
    return found


def test_its_mind_is_kept_with_the_match_and_shown_again_when_its_file_is_gone(
    bot_home: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = against_bot(written_bot(bot_home, COUNTING), 10, library=library)
    back = shown_now(session, session.seat_names())
    session.record({})
    session.close()
    (bot_home / "mine.py").unlink()
    monkeypatch.setattr(bots, "KNOWN", {})
    (row,) = library.archive.finished(session.owner, "karate")
    past = library.archive.read(session.owner, "karate", row.key)
    assert past is not None
    told = {turn: (Note(f"Turn {turn}."),) if turn != 4 else () for turn in range(1, 11)}
    for shown in (back, shown_of(past), read_match(MATCH_FILE.encode(past))):
        assert minds_again(shown) == told
    assert library.archive.forget(session.owner, "karate", row.key)
    assert library.store.root is not None
    assert [
        path for path in library.store.root.rglob("past-karate/*") if row.key in path.name
    ] == []


def test_what_it_showed_before_a_match_was_left_is_there_when_it_is_taken_up(
    bot_home: Path, library: Library
) -> None:
    first = against_bot(written_bot(bot_home, COUNTING), 6, library=library)
    before = first.log()
    first.save()
    first.close()
    assert library.current is not None
    saved = library.matches.newest(library.current.id, "karate")
    assert saved is not None
    found = dataclasses.replace(check_log(log.decode(saved.text), "karate"), minds=saved.minds)
    setup = dataclasses.replace(first.setup, match_id=saved.which, kept=saved.kept)
    again = Session(setup, library, turns=found.turns)
    again.restore(found)
    assert again.log() == before
    told = {turn: (Note(f"Turn {turn}."),) if turn != 4 else () for turn in range(1, 7)}
    assert minds_again(shown_now(again, again.seat_names())) == told
    again.choose(0, "punch")
    again.mark_unsaved()
    again.save()
    kept = library.matches.newest(library.current.id, "karate")
    assert kept is not None
    assert kept.minds == saved.minds, "and there it stays"
    again.close()


@pytest.mark.parametrize("minds", [7, [[1, [1], 5]], [[0, [1], [{"text": "x"}]], None, [[]]]])
def test_a_strangers_file_shows_no_mind_that_is_none(
    bot_home: Path, library: Library, minds: object
) -> None:
    """Neither one that cannot be read, nor one for a seat in which no bot sits."""
    session = against_bot(written_bot(bot_home, SHOWN), 10, library=library)
    session.record({})
    session.close()
    (row,) = library.archive.finished(session.owner, "karate")
    past = library.archive.read(session.owner, "karate", row.key)
    assert past is not None
    plain = {**MATCH_FILE.plain(past), "minds": minds}
    forged = dataclasses.replace(MATCH_FILE, plain=lambda past: plain).encode(past)
    assert len(forged) < 8 * MOST_KEPT
    assert set(minds_again(read_match(forged)).values()) == {()}
    bare = PastLog(past.row, past.text)
    assert b'"minds"' not in MATCH_FILE.encode(bare), "as an earlier arcade wrote it"
    assert minds_again(shown_of(bare))[1] == ()
