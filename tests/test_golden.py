"""Golden transcripts: matches between agents that must come out move for move as they did.

A file holds the scores in its first line and the match as `games.log` writes it below; its header
names the players and the seed. `tests/support/golden.py` knows where it lies. It changes only when
the rules, an agent or the streams change on purpose; then `python -m tests.test_golden` records all
of them anew. A new one begins with
`python -m tests.test_golden NAME GAME SEED AGENT,AGENT [option=value ...]`, where an agent may be
"demo", the player of attract mode. Other golden files have commands of their own:
`python -m tests.test_golden_minds`, `tests.test_golden_frames`, `tests.test_golden_answers` and
`tests.games.guess.service.test_views_conversation`.
"""

from __future__ import annotations

import sys
from typing import Any

import pytest

from games import catalog, log
from games.core import Limit, Log, Seating
from games.match import Match
from tests.support import golden

NAMES = golden.transcripts()
LIMIT = Limit(nodes=200)
DEMO = "demo"
TURNS = 400
"""So many turns of a match are recorded at most."""


def player(game: str, seating: Seating) -> Any:
    if seating.agent == DEMO:
        return catalog.demo_player(game)
    return catalog.agent(game, seating.agent).make(seating.options, None)


def play(start: Log, turns: int) -> str:
    """The transcript of so many turns of a match with these seats."""
    players = {seat: player(start.game, seating) for seat, seating in enumerate(start.seats)}
    match: Match[Any] = Match(catalog.rules(start.game), start.params, start.seed, players)
    scores = " ".join(f"{score:g}" for score in match.run(LIMIT, turns))
    played = Log(start.game, start.params, start.seed, start.seats, match.turns)
    return f"returns {scores}\n{log.encode(played)}"


def kept(name: str) -> tuple[str, Log]:
    """A file's text, and the match in it."""
    text = golden.transcript(name).read_text(encoding="ascii")
    return text, log.decode(text.split("\n", 1)[1])


@pytest.mark.parametrize("name", NAMES)
def test_golden(name: str) -> None:
    text, told = kept(name)
    assert told.game == name.split("-")[0]
    assert len(told.turns) >= 10 or play(told, TURNS) == text, "neither long nor whole"
    assert play(told, len(told.turns)) == text


def test_every_game_has_transcripts() -> None:
    every = {*catalog.GAMES, *catalog.IN_THE_LABORATORY}
    assert {name.split("-")[0] for name in NAMES} == every
    assert len(NAMES) >= 16


def record(name: str, start: Log) -> None:
    golden.transcript(name).write_text(play(start, TURNS), encoding="ascii")


def main(words: list[str]) -> None:
    if not words:
        for name in NAMES:
            record(name, kept(name)[1])
        return
    name, game, seed, agents, *options = words
    given = dict(option.split("=", 1) for option in options)
    seats = tuple(Seating(agent) for agent in agents.split(","))
    record(name, Log(game, catalog.spec(game).params(given), int(seed), seats))


if __name__ == "__main__":
    main(sys.argv[1:])
