"""The 86 ids that Ur's agents had before their options were options: each still plays its moves.

`tests/fixtures/ur_old_ids.json` was recorded when every id was an agent of its own, by
`python tests/ai/ur/test_old_ids.py`. It holds for each id

- `choices`, for each rule set that it can play: one character a position, the number of the legal
  move that it plays, or "." where it was not asked; and the sum of its scores there, weighted so
  that no two could be exchanged;
- `match`: how many turns a game of Finkel against `random` took, and the CRC-32 of its turns.

Positions come from games at random: first 20 of 7 pieces a side, then 10 of 4, then 10 of 2.
"""

from __future__ import annotations

import itertools
import json
import zlib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from ai.lab import arena
from ai.lab.analyse import reply
from ai.lab.command_line import DONE, run
from ai.lab.ur.analyse import Analyst
from ai.ur import alias
from ai.worker import build_match
from games import catalog, log
from games.core import CHANCE, Limit, Log, Seating
from games.match import Match
from games.paths import ROOT
from games.shell.app import App
from games.shell.opening import continue_match, saved_match
from games.shell.table import Table
from games.streams import Stream
from games.ur.rules import GAME, RULE_SETS, State

FIXTURE: Final = ROOT / "tests" / "fixtures" / "ur_old_ids.json"
TABLES: Final = (
    *("flat", "linear", "pow1.5", "pow2", "pow3", "focus-rosettes", "penalize-start", "learned"),
)


def _searches(plies: int) -> Iterator[str]:
    yield from (f"expectimax-{plies}", f"expectimax-{plies}-plain", f"panda-{plies}")


IDS: Final = (
    *("random", "first-move", "last-move", "greedy"),
    *(f"greedy-{table}" for table in TABLES),
    *(f"lookahead{plus}-{n}-{table}" for n in "123" for table in TABLES for plus in ("", "+")),
    *(name for plies in range(1, 8) for name in _searches(plies)),
    *("learner", "learner+", "linear+", "net", "perfect"),
)
GROUPS: Final = ((7, 20), (4, 10), (2, 10))
"""Pieces a side, and how many positions of so many."""
DEEP: Final = (2, 4, 10)
"""How many of each group a search of 5 plies or more is asked."""


@cache
def positions(rules: str, pieces: int, count: int) -> tuple[State, ...]:
    """Positions of games at random in which there is a choice."""
    rng, found = Stream.named(9, f"{rules} {pieces}"), []
    while len(found) < count:
        state = GAME.new({"rules": rules, "pieces": pieces})
        while state.acting:
            outcomes = GAME.chance(state)
            roll = outcomes[rng.weighted([weight for _, weight in outcomes])][0]
            state, _ = GAME.apply(state, {CHANCE: roll})
            if len(state.moves) > 1 and rng.below(5) == 0:
                found.append(state)
            move = state.moves[rng.below(len(state.moves))]
            state, _ = GAME.apply(state, {state.turn: move})
    return tuple(found[:count])


def plies(name: str) -> int:
    """How deep the agent of an old id searches, 0 for one that does not."""
    digits = [part for part in name.split("-") if part.isdigit()]
    return int(digits[0]) if digits else 0


def groups(name: str) -> Iterator[tuple[int, int, int]]:
    """Pieces, positions, and how many of these the agent was asked."""
    for (pieces, count), few in zip(GROUPS, DEEP, strict=True):
        yield pieces, count, few if plies(name) >= 5 else count


def seated(name: str, rules: str, pieces: int) -> Any:
    """The agent of an id at the beginning of a game, or None where it cannot play it."""
    params = {"rules": rules, "pieces": pieces}
    spec = catalog.agent("ur", name)
    if spec.hindrance(params):
        return None
    agent = spec.make({}, None)
    agent.begin((0,), GAME, params, Stream.named(3, "seat 0"))
    return agent


def chosen(agent: Any, states: Sequence[State]) -> str:
    """The numbers of the moves that an agent plays in these positions."""
    digits = []
    for number, state in enumerate(states):
        agent.rng.jump(number)
        move = agent.act(state.turn, state, state.moves, Limit()).move
        digits.append(str(state.moves.index(move)))
    return "".join(digits)


def weighed(agent: Any, states: Sequence[State]) -> float:
    """All scores of all positions in one sum."""
    return sum(
        score * (1 + (7 * number + 3 * place) % 11)
        for number, state in enumerate(states)
        for place, score in enumerate(agent.scores(state, Limit()))
    )


def choices(name: str, rules: str) -> tuple[str, float]:
    """What an agent plays by a rule set, as the fixture has it."""
    text, total = "", 0.0
    for pieces, count, asked in groups(name):
        states = positions(rules, pieces, count)[:asked]
        agent = seated(name, rules, pieces)
        if agent is not None:
            text += chosen(agent, states).ljust(count, ".")
            total += pieces * weighed(agent, states)
        else:
            text += "." * count
    return text, total


def played(name: str) -> tuple[int, str]:
    """A game of the agent against random moves."""
    players = {0: catalog.agent("ur", name), 1: catalog.agent("ur", "random")}
    made = {seat: spec.make({}, None) for seat, spec in players.items()}
    match: Match[Any] = Match(GAME, {"rules": "finkel", "pieces": 3 - (plies(name) > 2)}, 5, made)
    match.run(Limit(), 2000)
    assert match.over
    return len(match.turns), f"{zlib.crc32(repr(match.turns).encode()):08x}"


@cache
def recorded() -> dict[str, dict[str, Any]]:
    """The fixture."""
    found: dict[str, dict[str, Any]] = json.loads(FIXTURE.read_text("ascii"))
    return found


def test_the_fixture_has_every_id() -> None:
    assert tuple(recorded()) == IDS
    assert len(IDS) == 86
    assert len({json.dumps(known) for known in recorded().values()}) > 75


def test_every_id_means_one_choice_of_options_and_nothing_else_has_a_second_name() -> None:
    meant = {name: catalog.resolve("ur", name) for name in IDS}
    choices = {(found.spec.id, tuple(found.options.items())) for found in meant.values()}
    assert len(choices) == 86
    every = {
        (spec.id, tuple(zip((o.name for o in spec.options), values, strict=True)))
        for spec in catalog.agents("ur")
        for values in itertools.product(*(option.values() for option in spec.options))
    }
    assert choices == every
    for name, found in meant.items():
        assert found.name == name
        written = ":".join([found.spec.id, *(f"{k}={v}" for k, v in found.options.items())])
        assert catalog.resolve("ur", written).options == found.options


@pytest.mark.parametrize("name", ["greedy-", "lookahead-4-flat", "expectimax-0", "panda-3-plain"])
def test_words_like_them_are_none(name: str) -> None:
    assert alias(name) is None
    with pytest.raises(catalog.UnknownAgent):
        catalog.resolve("ur", name)


# ---- by name, through the catalogue


def few(name: str, rules: str) -> tuple[int, ...]:
    """How many positions of each group an id is asked every day."""
    if plies(name) < 3:
        return 3, 1, 1
    return 0, 0, 2 if plies(name) < 5 else rules in ("finkel", "masters")


def test_every_id_plays_what_it_played() -> None:
    asked = 0
    for name in IDS:
        for place, (rules, (known, _)) in enumerate(recorded()[name]["choices"].items()):
            if (IDS.index(name) + place) % 3:  # each rule set with a third of the ids
                continue
            first = 0
            for (pieces, count), some in zip(GROUPS, few(name, rules), strict=True):
                agent = seated(name, rules, pieces) if some else None
                if agent is not None:
                    found = chosen(agent, positions(rules, pieces, count)[:some])
                    assert found == known[first : first + some], (name, rules, pieces)
                    asked += some
                first += count
    assert asked > 330


@pytest.mark.sweep
@pytest.mark.parametrize("name", IDS)
def test_every_id_plays_and_scores_what_it_did_everywhere(name: str) -> None:
    known = recorded()[name]
    for rules in RULE_SETS:
        text, total = choices(name, rules)
        if rules in known["choices"]:
            assert [text, pytest.approx(total, rel=1e-9)] == known["choices"][rules]
        else:
            assert not text.strip(".")
    assert list(played(name)) == known["match"]


# ---- by name, through the commands


def test_analyse_answers_for_every_id() -> None:
    served = 0
    state = positions("finkel", 2, 10)[0]
    sides = {
        side: {
            "home": state.home(seat),
            "squares": list(state.squares(seat)),
            "off": state.off(seat),
        }
        for seat, side in enumerate(("light", "dark"))
    }
    position = {"side_to_move": ("light", "dark")[state.turn], **sides}
    request = {"op": "move", "rules": "finkel", "pieces": 2, "position": position}
    for name in IDS[1::3]:  # random draws from another stream there
        asked = json.dumps({**request, "roll": state.roll, "agent": name})
        answer = json.loads(reply(Analyst().serve, asked.encode()))
        known = recorded()[name]["choices"]["finkel"][0][30]
        assert str(answer["move"]["from"]) == state.moves[int(known)], name
        assert answer["mind"]
        served += 1
    assert served == 29


def test_arena_takes_every_id_and_prints_it_as_it_was_asked_for() -> None:
    found = [
        arena.tournament("ur", (name, "greedy"), 1, 1, {"pieces": "1"})["pairs"][0] for name in IDS
    ]
    assert [(pair["a"], pair["b"]) for pair in found] == [(name, "greedy") for name in IDS]


def test_play_takes_every_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[tuple[Any, ...]] = []

    def note(*given: Any) -> int:
        opened.append(given)
        return DONE

    monkeypatch.setattr("games.shell.start.run_game", note)
    for name in IDS[::3]:
        words = f"play ur --opponent {name} --seat {name} --option pieces=2 --data-dir {tmp_path}"
        assert run(words.split()) == DONE
        assert (*opened[-1][:2], opened[-1][8]) == ("ur", name, name)
    assert len(opened) == 29


# ---- in a match that was kept


def test_a_kept_match_with_an_old_id_goes_on_with_the_same_moves(app: App) -> None:
    """The log as it was written before: played on, the agent plays as one under its own id."""
    name, params = "lookahead+-1-pow2", {"rules": "finkel", "pieces": 3}
    seats = (Seating("human"), Seating(name))
    start = catalog.agent("ur", name).make({}, None)
    match: Match[Any] = Match(GAME, params, 8, {0: catalog.demo_player("ur"), 1: start})
    match.run(Limit(), 400)
    text = log.encode(Log("ur", params, 8, seats, match.turns[:40]))
    assert f'"agent":"{name}","options":{{}}' in text
    assert app.profile is not None
    app.library.matches.keep(app.profile.id, "ur", text, "0123456789abcdef")
    found = saved_match(app, "ur")
    assert found is not None
    table = continue_match(app, found)
    assert isinstance(table, Table)
    moved = 0
    for turn in match.turns[40:]:
        if turn[0][0] == 1:
            decision = table.match.decide(1, Limit())
            assert decision.move == turn[0][1]
            moved += 1
        table.match.play(dict(turn))
    assert table.match.over
    assert moved > 10
    table.leave()


def test_a_worker_takes_old_ids_and_options_alike() -> None:
    params = {"rules": "finkel", "pieces": 3}
    options = {"depth": 3, "values": "flat", "plus": True}
    for seating in (Seating("lookahead+-3-flat"), Seating("lookahead", options)):
        text = log.encode(Log("ur", params, 8, (Seating("human"), seating), []))
        player: Any = build_match(text, (1,)).players[1]
        assert (player.plies, player.values) == (4, (1.0,) * 16)


def record() -> None:
    """Write the fixture."""
    plain = {}
    for name in IDS:
        found = {rules: choices(name, rules) for rules in RULE_SETS}
        able = {rules: answer for rules, answer in found.items() if answer[0].strip(".")}
        plain[name] = {"choices": able, "match": played(name)}
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(plain[name])}" for name in IDS)
    FIXTURE.write_text(f"{{\n{lines}\n}}\n", encoding="ascii")


if __name__ == "__main__":
    record()
