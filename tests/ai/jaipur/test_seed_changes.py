"""What the original's author asked about: no exchanges, dearer takes, tokens read."""

from __future__ import annotations

import pytest

from ai.jaipur.seed import Changes, scores
from games import catalog
from games.core import Limit
from games.jaipur.rules.goods import FULL_TOKENS, UNIT
from games.jaipur.rules.state import View
from games.match import Match


def views(agent: str, games: int = 3) -> list[tuple[View, str]]:
    """All decisions of an agent with both seats, with the views."""
    found: list[tuple[View, str]] = []
    for seed in range(games):
        players = {seat: catalog.resolve("jaipur", agent).make() for seat in (0, 1)}
        match: Match[object] = Match(
            catalog.rules("jaipur"),
            catalog.spec("jaipur").params({"length": "round"}),
            seed,
            players,
        )
        while not match.over:
            acting = match.to_act
            if acting[0] >= 0:
                view = match.game.view(match.state, acting[0])
                assert isinstance(view, View)
                before = len(match.turns)
                match.step(Limit())
                found.append((view, dict(match.turns[before])[acting[0]]))
            else:
                match.step(Limit())
    return found


def test_without_exchanges_it_never_exchanges() -> None:
    plain, without = (views(f"seed-utility{end}") for end in ("", ":exchange=off"))
    assert any(move.startswith("swap") or ">" in move for _, move in plain) or len(plain) > 20
    for view, _ in without:
        found = Changes(exchange=False).of(scores(view), view)
        assert (found.swap, found.moves()[3]) == (0.0, None)


def test_a_bonus_raises_takes_alone() -> None:
    for view, _ in views("seed-utility", 1):
        plain = scores(view)
        raised = Changes(take=0.1).of(plain, view)
        assert raised.take == pytest.approx(plain.take + (0.1 if plain.good else 0.0))
        assert raised[2:] == plain[2:]


def test_a_sale_scores_by_its_rupees_where_tokens_are_read() -> None:
    (view, _), *_ = views("seed-utility", 1)
    hand = 3 * UNIT["D"] + 4 * UNIT["L"]
    seen = view._replace(own=view.own._replace(hand=hand), tokens=FULL_TOKENS)
    assert scores(seen).sold == "L"  # four of a kind are more than three
    found = Changes(tokens=True).of(scores(seen), seen)
    assert (found.sold, found.number) == ("D", 3)
    assert found.sell == pytest.approx((7 + 7 + 5 + 2) / 25)
