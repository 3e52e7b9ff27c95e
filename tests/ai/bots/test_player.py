"""A bot in a match: the lines that it gets, its moves, its mind, its time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ai.bots.player import BotPlayer
from games import catalog
from games.core import GivesUp, Limit
from games.match import Match
from games.plain import plain_form
from games.spec import BadOption
from games.store.bot_minds import mind_of
from tests.support.bots import bot_match, play_out, written_bot

RECORDER = """#!/usr/bin/env python3
import json, sys
with open("lines", "a") as file:
    for line in sys.stdin:
        file.write(line)
        file.flush()
        told = json.loads(line)
        if told["do"] == "choose":
            print(json.dumps({"move": told["legal"][0]}), flush=True)
    file.write('{"do": "closed"}\\n')
"""
FIRST = "def choose(view, legal, rng):\n    return legal[0]\n"


def lines_of(bot_home: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (bot_home / "lines").read_text().splitlines()]


def test_a_program_gets_the_lines_of_its_match(bot_home: Path) -> None:
    kept = written_bot(bot_home, RECORDER, "recorder")
    match = bot_match("karate", f"{kept}:greed=2:speaks=lines", "random", {"rounds": "10"})
    form, views, events = plain_form("karate", match.params), [], []
    while not match.over:
        views.append(form.view(match.game.view(match.state, 0), 0))
        events.append(form.events(match.step(Limit()), (0,)))
    begin, *told, end, closed = lines_of(bot_home)
    seed = begin.pop("seed")
    assert 0 <= seed < 1 << 53
    assert begin == {
        "do": "begin",
        "version": 1,
        "game": "karate",
        "seats": [0],
        "options": {"rounds": 10, "table": "classic"},
        "bot": {"greed": "2"},
    }
    expected: list[dict[str, Any]] = []
    legal = ["punch", "kick", "parry-punch", "parry-kick"]
    for view, happened in zip(views, [[], *events], strict=False):
        expected += [{"do": "saw", "events": happened}] if happened else []
        expected += [{"do": "choose", "seat": 0, "view": view, "legal": legal, "seconds": 1.0}]
    assert told == [*expected, {"do": "saw", "events": events[-1]}]
    assert end == {"do": "end", "returns": list(match.returns)}
    assert closed == {"do": "closed"}


def test_a_match_that_is_only_played_again_starts_no_bot(bot_home: Path) -> None:
    kept = written_bot(bot_home, RECORDER, "recorder")
    match = bot_match("karate", kept, "random", {"rounds": "10"})
    play_out(match)
    before = (bot_home / "lines").read_text()
    again = bot_match("karate", kept, "random", {"rounds": "10"})
    again.replay(match.turns)
    assert again.returns == match.returns
    assert (bot_home / "lines").read_text() == before


def test_one_process_serves_all_seats_of_a_team(bot_home: Path) -> None:
    kept = written_bot(bot_home, RECORDER, "recorder")
    match = bot_match("ctf", kept, "random", {"maze": "loops-16x8", "moves": "100"})
    play_out(match)
    told = lines_of(bot_home)
    assert [line["seats"] for line in told if line["do"] == "begin"] == [[0, 2]]
    assert {line["seat"] for line in told if line["do"] == "choose"} == {0, 2}


def test_each_match_has_a_process_of_its_own(bot_home: Path) -> None:
    kept = written_bot(bot_home, RECORDER, "recorder")
    agent = catalog.resolve("ur", kept).make()
    game, other = catalog.rules("ur"), catalog.resolve("ur", "random").make()
    for seed in (1, 2):
        play_out(Match(game, game.spec.params({"pieces": 1}), seed, {0: agent, 1: other}))
    begins = [line for line in lines_of(bot_home) if line["do"] == "begin"]
    assert len(begins) == 2
    assert begins[0]["seed"] != begins[1]["seed"]


LATE = """
import time
class Bot:
    asked = 0
    def choose(self, view, legal):
        self.asked += 1
        if 1 < self.asked <= {times} + 1:
            time.sleep(0.34)
        return "stay"
"""


@pytest.mark.parametrize("times", [4, 5])
def test_in_a_game_for_teams_a_late_bot_stands_still_four_times(bot_home: Path, times: int) -> None:
    kept = written_bot(bot_home, LATE.format(times=times))
    match = bot_match("ctf", kept, "random", {"maze": "loops-16x8", "moves": "100"})
    player = match.players[0]
    assert isinstance(player, BotPlayer)
    player.seconds = 0.3
    if times == 5:
        with pytest.raises(GivesUp, match=r"in turn \d+ it took longer than 0\.3 s for a move"):
            play_out(match)
        return
    play_out(match)
    assert match.over


def test_the_time_of_a_bot_is_an_option_of_the_agent(bot_home: Path) -> None:
    kept = written_bot(bot_home, FIRST)
    found = catalog.resolve("karate", kept, {"bot_seconds": "2.5"})
    assert found.options == {"bot_seconds": 2.5, "bot_options": ""}
    for seconds in ("0.05", "61", "soon"):
        with pytest.raises(BadOption, match="bot_seconds"):
            catalog.resolve("karate", kept, {"bot_seconds": seconds})


@pytest.mark.parametrize("game", catalog.GAMES)
def test_a_bot_is_an_agent_of_every_game(bot_home: Path, game: str) -> None:
    kept = written_bot(bot_home, FIRST)
    spec = catalog.agent(game, f"{kept}:greed=2")
    assert (spec.id, spec.name, spec.ours, spec.apart) == (kept, "mine.py", False, True)
    assert spec.defaults == {"bot_seconds": 1.0, "bot_options": "greed=2"}
    assert all(spec.fits(seat.role) for seat in catalog.spec(game).seats_for())
    assert kept not in [entry.id for entry in catalog.agents(game)]
    assert isinstance(spec.make({}, None), BotPlayer)


def test_a_claim_of_a_bot_counts_from_600_ms_on() -> None:
    form = plain_form("set", catalog.spec("set").params())
    assert form.move("5-0012.0120.0201") == "600-0012.0120.0201"
    assert form.move("599-none") == "600-none"
    assert form.move("601-0012.0120.0201") == "601-0012.0120.0201"
    assert (form.move("wait"), form.move("05-x")) == ("wait", "05-x")


SHOWN = [
    {"title": "What I expect", "shares": {"punch": 0.5, "kick": 0.5}},
    {"title": "Value", "values": {"draw": 1.2, "call": -0.3}},
    {"text": "I copy your last move."},
]


def test_a_mind_is_made_where_it_is_asked_for(bot_home: Path) -> None:
    text = "class Bot:\n    def choose(self, view, legal):\n        return legal[0]\n"
    text += f"    def mind(self):\n        return {SHOWN!r}\n"
    match = bot_match("karate", written_bot(bot_home, text), "random", {})
    assert match.decide(0, Limit(mind=True)).mind == mind_of(SHOWN)
    assert match.decide(0, Limit()).mind is None
    play_out(match)


def test_going_back_in_a_match_starts_the_bot_anew(bot_home: Path) -> None:
    text = "class Bot:\n    n = -1\n    def choose(self, view, legal):\n        self.n += 1\n"
    text += "        return legal[self.n]\n"
    match = bot_match("karate", written_bot(bot_home, text), "random", {})
    match.run(Limit(), 2)
    match.undo(1)
    assert match.decide(0, Limit()).move == "punch"
    match.game.apply(match.state, {0: "punch", 1: "kick"})
    for player in match.players.values():
        player.finish((0.0, 0.0))
