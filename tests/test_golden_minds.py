"""Golden minds: what each agent and each watcher thinks in a short match, down to its figures.

A file of tests/golden/minds belongs to a game. Under each agent it has its moves, what it forecasts
of the others, and the items of its mind; under the watchers theirs. It changes only when the rules,
an agent or the streams change on purpose; then `python -m tests.test_golden_minds` writes all anew
(`python -m tests.test_golden_minds ra ur` those of two games). Read the difference before you keep
it: a line that changes and should not is a fault.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from games import catalog
from games.core import CHANCE, Limit
from games.match import Match
from games.mind import Mind, mind_to_plain
from tests.support import contract, figures, golden

LIMIT = Limit(nodes=60, mind=True)
SEED = 3
TURNS = 24
"""So many turns of each match; a match of agents that move all the time has more."""


def thoughts(words: str, mind: Mind | None) -> Iterator[str]:
    """A line for each item of a mind."""
    for item in mind_to_plain(mind or ()):
        title = str(item.get("title", item.get("text", "")))[:50]
        yield figures.line(f"{words} {item['item']} {title}", item)


def turns_of(match: Match[Any], watchers: dict[str, Any]) -> Iterator[str]:
    """The lines of a match: moves, forecasts and minds."""
    while match.to_act and len(match.turns) < TURNS:
        moves = {}
        number = len(match.turns)
        for seat in match.to_act:
            if seat == CHANCE:
                continue
            decision = match.decide(seat, LIMIT)
            moves[seat] = decision.move
            yield figures.line(f"{number} seat {seat} {decision.move[:40]}", decision.forecasts)
            yield from thoughts(f"{number} seat {seat}", decision.mind)
        match.step(LIMIT, moves)
        for name, watcher in watchers.items():
            yield from thoughts(f"{number} {name}", watcher.mind())
    players = {id(player): player for player in match.players.values()}
    for who, player in enumerate((*players.values(), *watchers.values())):
        yield from thoughts(f"learned by {who}", player.mind())
        if match.over:
            yield from thoughts(f"found by {who}", player.findings())


def lines(game: str) -> list[str]:
    """All lines of a game."""
    found = []
    for agent in catalog.agents(game):
        params = contract.params_for(game, agent.id)
        found.append(f"== {agent.id}")
        found.extend(turns_of(contract.seated(game, agent.id, params, SEED), {}))
    models = {each.id: each for each in catalog.models(game)}
    for name, model in models.items():
        params = contract.params_for(game, catalog.agents(game)[0].id)
        if model.hindrance(params):
            continue
        watcher = catalog.watcher(game, name)
        seats = range(len(catalog.spec(game).seats_for(params)))
        players = {seat: catalog.demo_player(game) for seat in seats}
        match: Match[Any] = Match(catalog.rules(game), params, SEED, players, [watcher])
        found.append(f"== watcher {name}")
        found.extend(turns_of(match, {name: watcher}))
    return found


@pytest.mark.parametrize("game", catalog.GAMES)
def test_minds_are_what_they_were(game: str) -> None:
    figures.compare(
        golden.file_of("minds", game), lines(game), f"python -m tests.test_golden_minds {game}"
    )


def test_no_file_is_without_its_game() -> None:
    assert set(golden.files_of("minds")) == set(catalog.GAMES)


def test_a_figure_that_changes_is_found_with_its_place() -> None:
    many = [0.1 * n for n in range(20)]
    for numbers in ([1.0, 2.0], many):
        then = ["== mind", figures.line("3 seat 1 bars", {"values": numbers})]
        for at in range(len(numbers)):
            changed = [*numbers[:at], numbers[at] + 1e-3, *numbers[at + 1 :]]
            now = ["== mind", figures.line("3 seat 1 bars", {"values": changed})]
            found = figures.first_difference(now, then)
            assert found.startswith("line 2, == mind\n  was 3 seat 1 bars")
        near = ["== mind", figures.line("3 seat 1 bars", {"values": [n + 1e-12 for n in numbers]})]
        assert figures.first_difference(near, then) == ""
        assert figures.first_difference(then[:1], then) != ""


if __name__ == "__main__":
    for name in sys.argv[1:] or catalog.GAMES:
        figures.write(golden.file_of("minds", name), lines(name))
