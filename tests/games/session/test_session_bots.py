"""A bot against a person: it thinks in the worker, forfeits at once, and is kept by its name."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from games import bots, log
from games.mind import Bars, Mind, Note
from games.session.session import Session
from games.session.starting import check_log, make_setup, rematch, strange_programs
from tests.support.bots import hostile_bot, written_bot

SHOWN = """
class Bot:
    def choose(self, view, legal):
        return "kick"
    def mind(self):
        return [{"title": "I expect", "shares": {"punch": 1.0}}, {"text": "You punch."}]
"""


def against_bot(kept: str, moves: int, minds: list[Mind] | None = None) -> Session:
    """A session of karate in which a person punches as often; `minds` takes the bot's."""
    session = Session(make_setup("karate", kept, 3, {"rounds": "10", "bot_seconds": "2"}, False))
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
