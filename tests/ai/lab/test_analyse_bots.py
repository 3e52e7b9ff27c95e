"""A bot answers requests to `analyse`, named by its file name alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ai.lab import rooms, trial
from ai.lab.analyse import examples, reply
from games import bots


def reply_of(game: str, op: str, name: str) -> dict[str, Any]:
    module = rooms.ANALYSE.of(game)
    assert module is not None
    request = next(
        one.request
        for one in examples(game)
        if one.request.get("op") == op and "agent" in one.request
    )
    told = json.dumps({**request, "agent": name, "options": {}}).encode()
    found: dict[str, Any] = json.loads(reply(module.analyst(None), told))
    return found


@pytest.mark.parametrize(("game", "op"), [("jaipur", "move"), ("ur", "move"), ("ra", "move")])
def test_a_bot_is_asked_for_its_move(bot_home: Path, game: str, op: str) -> None:
    own = bots.folder()
    assert own is not None
    own.mkdir(parents=True)
    (own / "mine.py").write_text(trial.example(game))
    found = reply_of(game, op, "bot:mine.py")
    assert "error" not in found
    assert found.get("move") or found.get("action")
    told = reply_of(game, op, f"bot:{own / 'mine.py'}")["error"]
    assert told["message"] == '"agent" names a bot by its file name alone, as in bot:mybot.py.'
    assert "no bot 'gone.py'" in reply_of(game, op, "bot:gone.py")["error"]["message"]


def test_a_fault_of_a_bot_is_the_error(bot_home: Path) -> None:
    (bot_home / "mine.py").write_text("def choose(view, legal, rng):\n    return 'fly'\n")
    told = reply_of("jaipur", "move", "bot:mine.py")["error"]
    assert told["type"] == "GivesUp"
    assert told["message"].startswith("mine.py forfeits: in turn 1 its move 'fly' is against")
