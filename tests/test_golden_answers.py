"""Golden answers: what the laboratory answers to the examples of `analyse`, down to its figures.

A file of tests/golden/answers belongs to a game, with a heading for each request of its
`examples.jsonl` and a line for each field of the reply. It changes only when an answer changes on
purpose; then `python -m tests.test_golden_answers` writes all anew.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

import pytest

from ai.lab import analyse, rooms
from games import catalog
from tests.support import figures, golden

GAMES = [game for game in catalog.GAMES if rooms.ANALYSE.has(game)]
TIMES = ("seconds", "boards_per_second")
"""Fields that say how quick this machine is."""


def lines(game: str) -> Iterator[str]:
    """All lines of a game."""
    module = rooms.ANALYSE.of(game)
    assert module is not None
    answer = module.analyst(None)
    for tells, request in analyse.examples(game):
        yield f"== {request['op']}: {tells}"
        reply = json.loads(analyse.reply(answer, json.dumps(request).encode()))
        for name, value in reply.items():
            if name not in TIMES:
                yield figures.line(name, value, TIMES)


@pytest.mark.parametrize("game", GAMES)
def test_answers_are_what_they_were(game: str) -> None:
    command = f"python -m tests.test_golden_answers {game}"
    figures.compare(golden.file_of("answers", game), list(lines(game)), command)


if __name__ == "__main__":
    for each in sys.argv[1:] or GAMES:
        figures.write(golden.file_of("answers", each), list(lines(each)))
