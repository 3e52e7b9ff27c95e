"""The share of matches of karate that players without skill, and with much, win.

The belts (`games.belts`) are made from these figures. The blind press a key at random, or
the same key for ever. The counters are the agents of the game and three sparring partners; one of
these answers a copy of its opponent. A drawn match counts as half a win. Two commands measure them
again and keep the result in `assets/measured/karate.json`:

    main.py arena karate --agents random,habits,seed-argmax,seed-softmax,nash,sensei --games 4000
        --seed 1 --json > pairs.json
    python -m ai.lab.karate.belts pairs.json --seed 1 --save
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from ai.karate.fighter import KarateAgent
from ai.lab.karate.partners import Markov, MirrorPartner, Partner, other_side
from ai.lab.saving import save
from games import catalog
from games.belts import CAREER, RANDOM, OpponentShares, WonShare, belt_rules
from games.karate import SPEC
from games.karate.rules import MOVES, gain_matrix
from games.streams import Stream

MATCHES: Final = 1000
"""Of each sparring partner against each opponent; the least that tells 45% from 50%."""
SLOWER: Final = 20
"""By how much fewer an opponent that learns plays with partners: it thinks a hundred times longer,
and against it the blind and the counters lie far apart."""


class OneKey(Partner):
    """The same move for ever."""

    def __init__(self, move: int) -> None:
        self.move = move

    def next_move(self) -> int:
        """Return that move."""
        return self.move


BLIND: Final[Mapping[str, Callable[[], Partner]]] = {
    f"only {move}": lambda number=number: OneKey(number)  # type: ignore[misc]
    for number, move in enumerate(MOVES)
}
COUNTERS: Final[Mapping[str, Callable[[], Partner]]] = {
    "order-1": lambda: Markov(1),
    "order-2": lambda: Markov(2),
    "mirror": MirrorPartner,
}


def share_of(
    partner_id: str, make: Callable[[], Partner], opponent_id: str, matches: int, seed: int
) -> WonShare:
    """Return how many usual matches a partner wins against an agent with its usual options.

    It plays `matches` of them, or fewer (`SLOWER`). `make` makes the partner. Each match depends
    on the seed, both names and its number alone.
    """
    params = SPEC.params()
    payoff, agent = gain_matrix(params["table"]), catalog.agent(SPEC.id, opponent_id)
    matches = max(1, matches // SLOWER) if agent.learns else matches
    won = 0.0
    for number in range(matches):
        rng = Stream.named(seed, f"belts {partner_id} {opponent_id} {number}")
        partner, opponent = make(), _made(agent.make({}, None))
        if isinstance(partner, MirrorPartner):
            partner.copies(lambda: _made(agent.make({}, None)))
        margin = _margin(partner, opponent, payoff, rng, params["rounds"])
        won += 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0
    return WonShare(won, matches)


def _made(player: object) -> KarateAgent:
    assert isinstance(player, KarateAgent)
    return player


def _margin(
    partner: KarateAgent,
    opponent: KarateAgent,
    payoff: Sequence[Sequence[float]],
    rng: Stream,
    rounds: int,
) -> float:
    """Return the points by which the partner is ahead at the end."""
    whole = tuple(tuple(row) for row in payoff)
    partner.start(whole, rng)
    opponent.start(other_side(whole), rng)
    margin = 0.0
    for _ in range(rounds):
        own, other = rng.sample_from(partner.strategy()), rng.sample_from(opponent.strategy())
        margin += payoff[own][other]
        partner.learn(own, other)
        opponent.learn(other, own)
    return margin


def pairs_of(plain: Mapping[str, Any]) -> dict[str, dict[str, WonShare]]:
    """Return what each agent wins against each other, by opponent, out of the arena's JSON."""
    found: dict[str, dict[str, WonShare]] = {}
    for pair in plain["pairs"]:
        games = int(pair["games"])
        won = pair["a_win_share"] * games
        found.setdefault(pair["b"], {})[pair["a"]] = WonShare(won, games)
        found.setdefault(pair["a"], {})[pair["b"]] = WonShare(games - won, games)
    return found


def measure(
    pairs: Mapping[str, Mapping[str, WonShare]], opponent_id: str, matches: int, seed: int
) -> OpponentShares:
    """Return what the blind and the counters win against an agent; those among `pairs` are known.

    The partners play their `matches` now, by the `seed`.
    """
    known = dict(pairs[opponent_id])
    blind = {RANDOM: known.pop(RANDOM)} | {
        name: share_of(name, make, opponent_id, matches, seed) for name, make in BLIND.items()
    }
    counters = known | {
        name: share_of(name, make, opponent_id, matches, seed) for name, make in COUNTERS.items()
    }
    return OpponentShares(blind, counters)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the partners and print what the belts are made from."""
    parser = argparse.ArgumentParser(prog="python -m ai.lab.karate.belts", description=__doc__)
    parser.add_argument("pairs", type=Path, help="what the arena wrote")
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", action="store_true", help="keep it among the figures that ship")
    given = parser.parse_args(arguments)
    arena = json.loads(given.pairs.read_text(encoding="utf-8"))
    pairs = pairs_of(arena)
    opponents = []
    told = (agent.told() for agent in catalog.agents(SPEC.id))
    for agent in sorted(told, key=lambda agent: agent.measure or 0.0)[1:]:
        opponents.append((agent.id, measure(pairs, agent.id, given.matches, given.seed)))
        print(f"{agent.id}: {opponents[-1][1].best}", file=sys.stderr, flush=True)
    plain = {
        "career": CAREER,
        "opponents": {agent_id: _plain(opponent) for agent_id, opponent in opponents},
        "belts": {agent_id: list(rule) for agent_id, rule in belt_rules(opponents).items()},
    }
    print(json.dumps(plain, indent=1))
    if given.save:
        command = "python -m ai.lab.karate.belts pairs.json"
        save(SPEC.id, f"{command} --matches {given.matches} --seed {given.seed}", given.seed, plain)
    return 0


def _plain(opponent: OpponentShares) -> dict[str, dict[str, list[float]]]:
    return {
        kind: {name: list(share) for name, share in sorted(shares.items())}
        for kind, shares in opponent._asdict().items()
    }


if __name__ == "__main__":
    sys.exit(main())
