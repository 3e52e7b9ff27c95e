"""Golden transcripts: matches between agents that must come out move for move as they did.

Each file in tests/golden holds the scores in its first line and the match as `games.log` writes it
below. A file changes only when the rules, an agent or the streams change on purpose; then
`python tests/test_golden.py` records all of them anew.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games import catalog, log
from games.core import Limit, Log, Seating
from games.match import Match

GOLDEN = Path(__file__).parent / "golden"
LIMIT = Limit(nodes=200)
DEMO = "demo"
MATCHES = {
    "karate-argmax-nash": ("karate", {}, (("seed-argmax", {}), ("nash", {})), 1),
    "karate-habits-softmax": (
        "karate",
        {"rounds": 50, "table": "balanced"},
        (("habits", {}), ("seed-softmax", {"beta": 0.5})),
        2,
    ),
    "karate-demo-argmax": ("karate", {"rounds": 10}, ((DEMO, {}), ("seed-argmax", {})), 3),
    "karate-random-softmax": ("karate", {}, (("random", {}), ("seed-softmax", {})), 2**62),
    "karate-demo-sensei": ("karate", {"rounds": 50}, ((DEMO, {}), ("sensei", {})), 4),
    "karate-sensei-sensei": (
        "karate",
        {"table": "balanced"},
        (("sensei", {"level": "no-theory", "beta": 0.5}), ("sensei", {"level": "seed"})),
        5,
    ),
    "numbers-demo-seed": ("numbers", {"keys": 60}, ((DEMO, {}), ("seed", {})), 1),
    "numbers-demo-uniform": ("numbers", {}, ((DEMO, {}), ("uniform", {})), 2),
    "tracker-demo": ("tracker", {"steps": 60}, ((DEMO, {}),), 1),
    "tracker-random-stay": (
        "tracker",
        {"maze": "tiny", "stay": 0.5, "start": "unknown", "sensors": 2, "steps": 60, "sight": 1},
        (("random", {}),),
        2,
    ),
    "ur-demo-greedy": ("ur", {}, ((DEMO, {}), ("greedy", {})), 1),
    "ur-lookahead-perfect": (
        "ur",
        {"rules": "schultz", "pieces": 4},
        (("lookahead-2-learned", {}), ("perfect", {})),
        2,
    ),
    "ur-expectimax-learner": (
        "ur",
        {"pieces": 3},
        (("expectimax-3", {}), ("learner+", {})),
        2**62,
    ),
    "ur-masters-panda": (
        "ur",
        {"rules": "masters", "pieces": 3},
        (("panda-2", {}), ("learner", {})),
        4,
    ),
    "ur-blitz-lookahead": ("ur", {"rules": "blitz"}, (("lookahead-1-pow2", {}), (DEMO, {})), 5),
    "ur-aseb-greedy": ("ur", {"rules": "aseb"}, (("greedy-learned", {}), ("random", {})), 6),
    "tracker-food": ("tracker", {"maze": "chambers", "map": 3, "steps": 60}, (("food", {}),), 3),
}


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


def beginning(name: str) -> Log:
    game, options, seats, seed = MATCHES[name]
    seatings = tuple(Seating(agent, own) for agent, own in seats)
    return Log(game, catalog.spec(game).params(options), seed, seatings)


@pytest.mark.parametrize("name", sorted(path.stem for path in GOLDEN.glob("*.txt")))
def test_golden(name: str) -> None:
    text = (GOLDEN / f"{name}.txt").read_text(encoding="ascii")
    told = log.decode(text.split("\n", 1)[1])
    assert beginning(name) == Log(told.game, told.params, told.seed, told.seats)
    assert len(told.turns) >= 10
    assert play(told, len(told.turns)) == text


def test_every_match_is_recorded() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(MATCHES)


if __name__ == "__main__":
    for match_name in MATCHES:
        transcript = play(beginning(match_name), 400)
        (GOLDEN / f"{match_name}.txt").write_text(transcript, encoding="ascii")
