"""Files written for Pelita in our seats (`ai.ctf.pelita_child`): what they read and lose by."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ai.ctf import pelita_team
from ai.ctf.pelita_team import PelitaTeam, alias, hindrance
from ai.lab.arena.play import Result, play_chunk
from ai.lab.arena.schedule import Chunk
from ai.lab.jobs import Jobs
from ai.lab.league import LeagueQuestion, league
from games import catalog
from games.core import Event, GivesUp, Limit
from games.ctf import SPEC
from games.ctf.maze import MOVES, generate, layout_of
from games.ctf.rules.game import GAME
from games.ctf.rules.state import State
from games.match import Match, seen_by
from games.spec import BadOption
from games.streams import Stream
from tests.ai.ctf.test_guest_rules import follow_dots, heard_all, theirs, walker

PARAMS = SPEC.params({"rules": "pelita", "maze": "loops-16x8", "map": 2, "moves": 40})
HEAD = 'TEAM_NAME = "Tested"\n'


def written(folder: Path, body: str, head: str = HEAD) -> str:
    """The agent of a file with this text."""
    path = folder / "tested.py"
    path.write_text(head + body, "utf-8")
    return f"pelita:{path}"


def played(name: str, team: int = 0) -> Result:
    """A short game of this team, left or right, against who moves by chance."""
    table = (name, "random") if team == 0 else ("random", name)
    (result,) = play_chunk(Chunk("ctf", table, PARAMS, {}, 3, range(1), None)).results
    return result


def test_a_name_with_a_file_is_a_team() -> None:
    assert alias("pelita:C:/teams/a.py") == ("pelita", {"file": "C:/teams/a.py"})
    assert alias("pelita") is None
    assert alias("gatherer") is None
    found = catalog.resolve("ctf", "pelita:/teams/a.py")
    assert (found.spec.id, found.options, found.spec.ours) == (
        "pelita",
        {"file": "/teams/a.py"},
        False,
    )
    again = catalog.resolve("ctf", "pelita", dict(found.options))
    assert again.options == found.options
    assert "pelita" not in [entry.id for entry in catalog.agents("ctf")]


def test_a_relative_file_is_found_later_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    found = catalog.resolve("ctf", "pelita:mine.py")
    assert found.options["file"] == str(tmp_path / "mine.py")


@pytest.mark.parametrize("value", ["", 3, None, "x" * 1001])
def test_what_is_no_path_is_refused(value: Any) -> None:
    with pytest.raises(BadOption, match="needs the path"):
        pelita_team.FileOption("file", "Team file", "text", "0").parse(value)


def test_it_plays_by_its_own_rules_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "rules=pelita" in hindrance(SPEC.params())
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert "requirements-lab" in hindrance(PARAMS)


def test_a_process_that_does_not_start_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the package, too, a fault is told."""
    monkeypatch.setattr(pelita_team.sys, "executable", "/bin/false")
    outcome = played("pelita:/nowhere/lost.py")
    assert outcome.fault is not None
    assert outcome.fault.sentence == "lost.py: ended its process."


def test_a_team_is_a_stranger_to_the_arcade(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It finds no password, steers no terminal and ends no arcade (`games.child.Stranger`)."""
    script = tmp_path / "ai" / "ctf" / "pelita_child.py"
    script.parent.mkdir(parents=True)
    script.write_text(
        "import json, os, sys\nfound = [name for name in os.environ if 'ARCADE' in name]\n"
        "print(f'\\x1b[2Jfound {found}', file=sys.stderr, flush=True)\n"
        'print(\'{"ready": "x"}\', flush=True)\ninput()\nprint(\'{"number": 0}\', flush=True)\n'
        "input()\nwords = {'error': '\\x1b[2JMine', 'error_msg': 'two\\nlines'}\n"
        "print(json.dumps({'number': 1, **words}), flush=True)\ninput()\n"
    )
    monkeypatch.setattr(pelita_team, "ROOT", tmp_path)
    monkeypatch.setenv("OPEN_MIND_ARCADE_DATABASE", "postgresql://me:secret@here")
    outcome = played("pelita:/nowhere/\x1b[2Jteam.py")
    assert outcome.fault is not None
    assert outcome.fault.sentence == "[2Jteam.py: [2JMine: two lines."
    assert capsys.readouterr().err == "[2Jfound []\n"
    script.write_text("import os, signal\nos.kill(os.getppid(), signal.SIGTERM)\ninput()\n")
    outcome = played("pelita:/nowhere/team.py")
    assert outcome.fault is not None
    assert outcome.fault.sentence == "team.py: ended its process."


GOOD = """
def move(bot, state):
    print("thinking")
    state["asked"] = state.get("asked", 0) + 1
    return bot.random.choice(bot.legal_positions)
"""
FAULTS = {
    "none": ("def move(bot, state):\n    return None\n", "got 'None' instead"),
    "float": ("def move(bot, state):\n    return 2.5\n", "got '2.5' instead"),
    "wall": (
        "def move(bot, state):\n    return (0, 0)\n",
        "IllegalPosition: bot 0 wanted to go from",
    ),
    "far": (
        "def move(bot, state):\n    x, y = bot.position\n    return (x + 3, y)\n",
        "IllegalPosition",
    ),
    "words": ("def move(bot, state):\n    return 'up'\n", "IllegalPosition"),
    "things": ("def move(bot, state):\n    return (object(), 1)\n", "TypeError"),
    "array": (
        "import numpy\ndef move(bot, state):\n    return numpy.array(bot.position)\n",
        "TypeError: Cannot convert array",
    ),
    "raises": (
        "def move(bot, state):\n    raise RuntimeError('no idea')\n",
        "RuntimeError: no idea",
    ),
    "exits": ("def move(bot, state):\n    raise SystemExit(3)\n", "SystemExit"),
    "ends its parent": (
        "import os, signal, time\ndef move(bot, state):\n    os.kill(os.getppid(), signal.SIGKILL)"
        "\n    time.sleep(60)\n",
        "ended its process",
    ),
    "takes memory": ("def move(bot, state):\n    bytearray(3 << 30)\n", "MemoryError"),
    "leaves": ("import os\ndef move(bot, state):\n    os._exit(0)\n", "ended its process"),
    "hangs": (
        "def move(bot, state):\n    while True:\n        pass\n",
        "longer than 1 s for a move (timeout)",
    ),
    "import": ("raise ImportError('not today')\n", "could not be loaded: ImportError: not today"),
    "no move": ("x = 1\n", "could not be loaded: AttributeError"),
    "syntax": ("def move(:\n", "could not be loaded: SyntaxError"),
}


@pytest.mark.lab
@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_what_loses_in_pelita_loses_here(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pelita")
    if fault == "hangs":
        monkeypatch.setattr(pelita_team, "MOVE_SECONDS", 1.0)
    body, told = FAULTS[fault]
    outcome = played(written(tmp_path, body))
    assert outcome.fault is not None
    assert outcome.fault.who == 0
    assert outcome.fault.sentence.startswith("tested.py: ")
    assert told in outcome.fault.sentence


@pytest.mark.lab
def test_a_file_that_is_not_there_is_told() -> None:
    pytest.importorskip("pelita")
    outcome = played("pelita:/nowhere/at/all.py")
    assert outcome.fault is not None
    assert "all.py: could not be loaded: FileNotFoundError" in outcome.fault.sentence


WHOLE = {
    "prints": GOOD,
    "reads": "import sys\n" + GOOD.replace("    print", "    sys.stdin.read(1)\n    print"),
    "forks": """
import os
def move(bot, state):
    if os.fork() == 0:
        return bot.position
    return bot.random.choice(bot.legal_positions)
""",
    "changes lists": """
def move(bot, state):
    goal = bot.random.choice(bot.legal_positions)
    there = len(bot.food), len(bot.enemy[0].food), len(bot.legal_positions)
    assert min(there) > 0, there
    for told in (bot.food, bot.enemy[0].food, bot.legal_positions, bot.track, bot.other.food):
        told.clear()
    bot.position = bot.other.position = bot.enemy[0].position = (0, 0)
    return goal
""",
    "numpy": """
import numpy
def move(bot, state):
    x, y = bot.random.choice(bot.legal_positions)
    return numpy.int64(x), numpy.int16(y)
""",
    "floats": """
def move(bot, state):
    x, y = bot.random.choice(bot.legal_positions)
    return [float(x), float(y)]
""",
    "beside": """
import tested_help
def move(bot, state):
    return tested_help.go(bot)
""",
}


@pytest.mark.lab
@pytest.mark.parametrize("kind", sorted(WHOLE))
@pytest.mark.parametrize("team", [0, 1])
def test_what_does_no_harm_plays_to_the_end(kind: str, team: int, tmp_path: Path) -> None:
    pytest.importorskip("pelita")
    (tmp_path / "tested_help.py").write_text("def go(bot):\n    return bot.legal_positions[-1]\n")
    outcome = played(written(tmp_path, WHOLE[kind]), team)
    assert outcome.fault is None
    assert outcome.moves == 40


@pytest.mark.lab
def test_teams_take_part_in_a_league(tmp_path: Path) -> None:
    """One that plays and one that fails, by their paths, beside an agent that ships."""
    pytest.importorskip("pelita")
    good = written(tmp_path, GOOD)
    (tmp_path / "bad.py").write_text(HEAD + FAULTS["raises"][0], "utf-8")
    bad = f"pelita:{tmp_path / 'bad.py'}"
    given = {name: str(PARAMS[name]) for name in ("rules", "maze", "moves")}
    asked = LeagueQuestion("ctf", ("random", good, bad), 2, 1, given)
    found = league(asked, Jobs(), tmp_path / "it")
    forfeits = {row["agent"]: row["forfeits"] for row in found["ratings"]}
    assert forfeits == {"random": 0, good: 0, bad: 4}
    assert found["sentences"] == ["bad.py: RuntimeError: no idea."]
    assert len(list((tmp_path / "it" / "matches").iterdir())) == 6


@pytest.mark.lab
def test_a_match_that_is_taken_up_again_is_asked_for_again(tmp_path: Path) -> None:
    pytest.importorskip("pelita")
    name = written(tmp_path, GOOD.replace('print("thinking")', "assert bot.round < 9"))

    def match_of() -> Match[State]:
        left, right = (catalog.agent("ctf", each).make({}, None) for each in (name, "gatherer"))
        return Match(GAME, PARAMS, 8, {0: left, 1: right, 2: left, 3: right})

    first, again = match_of(), match_of()
    first.run(Limit(), 50)
    again.replay(first.turns)
    while first.to_act[0] not in (0, 2):
        turn = {first.to_act[0]: next(iter(first.legal(first.to_act[0])))}
        first.play(turn)
        again.play(turn)
    seat = first.to_act[0]
    assert again.decide(seat, Limit()).move == first.decide(seat, Limit()).move
    assert again.decide(seat, Limit()).move == first.decide(seat, Limit()).move
    with pytest.raises(GivesUp, match="AssertionError"):
        first.run(Limit())


@pytest.mark.lab
@pytest.mark.parametrize("seed", [1, 2])
def test_a_team_is_told_what_pelita_tells(seed: int) -> None:
    """Beside a game of the package's own: all that is sent but noise, names and times."""
    game = pytest.importorskip("pelita.game")

    rows = layout_of(generate(seed, "16x8"))
    other = theirs(rows)
    params = SPEC.params({"rules": "pelita", "layout": "\n".join(rows) + "\n"})
    teams = [PelitaTeam("0"), PelitaTeam("1")]
    for number, team in enumerate(teams):
        team.begin((number, number + 2), GAME, params, Stream.named(1, "seat"))
    state, rng, goals, compared, caught = GAME.new(params), Stream.named(seed, "w"), {}, 0, 0
    while not state.over and state.moves < 700:
        other.update(game.next_round_turn(other))
        side = other["turn"] % 2
        other.update(game.update_food_age(other, side, game.SHADOW_DISTANCE))
        other.update(game.relocate_expired_food(other, side, game.SHADOW_DISTANCE))
        before = state
        state, _ = follow_dots(state, other, side)
        for team in teams:
            _relocated(team, before, state)
        state = heard_all(state)
        heard = {"moves": state.moves, "readings": state.readings}
        teams[side].observe([Event("heard", heard)])
        ours, told = teams[side].states[-1], game.prepare_bot_state(other)
        for key in ("round", "bot_turn", "max_rounds"):
            assert ours[key] == told[key], key
        for half in ("team", "enemy"):
            for key in ("team_index", "score", "kills", "deaths", "bot_was_killed"):
                assert list(_row(ours[half][key])) == list(_row(told[half][key])), (half, key)
            for key in ("food", "shaded_food"):
                mine = {tuple(place) for place in ours[half][key]}
                assert mine == {tuple(place) for place in told[half][key]}, (half, key)
        assert [tuple(p) for p in ours["team"]["bot_positions"]] == list(
            told["team"]["bot_positions"]
        )
        assert ours["enemy"]["is_noisy"] == list(told["enemy"]["is_noisy"])
        move = walker(rng, state, goals)
        there = state.field.cells[state.field.ways[state.bots[state.turn]][MOVES.index(move)]]
        state, events = GAME.apply(state, {state.turn: move})
        for number, team in enumerate(teams):
            team.observe([e for e in seen_by(events, (number, number + 2)) if e.kind != "heard"])
        other = game.apply_move(other, there)
        compared, caught = compared + 1, sum(state.kills)
    assert compared > 150
    assert caught > 0


def _row(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _relocated(team: PelitaTeam, before: State, after: State) -> None:
    """Tell a team where dots went."""
    for side in (0, 1):
        gone = sorted(before.food[side] - after.food[side])
        new = sorted(after.food[side] - before.food[side])
        for old, cell in zip(gone, new, strict=True):
            team.observe([Event("relocate", {"team": side, "from": old, "to": cell})])
