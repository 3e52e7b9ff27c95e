"""Tables and games that are dealt on the page: no card is lost, and each table is counted once."""

from __future__ import annotations

from random import Random

from games.set.laboratory.story import Games, RandomTables
from games.set.rules.cards import is_set, sets_among


def test_random_tables_are_counted() -> None:
    tables = RandomTables(Random(3))
    without = 0
    for _ in range(60):
        tables.deal()
        assert len(set(tables.table)) == 12
        assert tables.found == sets_among(tables.table)
        without += not tables.found
    assert (tables.count.tables, tables.count.without) == (60, without)


def test_a_game_goes_table_by_table_to_the_end() -> None:
    games = Games(Random(5))
    out: list[int] = []
    while not games.play.over:
        play = games.play
        before, deck = list(play.table), list(play.deck)
        taken = [before[place] for place in play.taken]
        assert bool(taken) == bool(play.found)
        if taken:
            assert is_set(*taken)
        out += taken
        games.step()
        fresh = [card for card in games.play.table if card not in before]
        assert fresh == deck[: len(fresh)]
        assert sorted([*games.play.table, *games.play.deck, *out]) == list(range(81))
    log = games.play.log
    assert games.all.tables == len(log)
    assert log[-1] == 0
    assert games.games == 1
    assert games.with_cards.tables < len(log)
    games.step()
    assert len(games.play.log) == 1
    assert not games.play.over


def test_many_games_give_the_figures() -> None:
    games = Games(Random(7))
    for _ in range(40):
        games.finish()
    assert games.games == 40
    assert 26 < games.all.tables / 40 < 28
    assert games.all.share is not None
    assert abs(games.all.share - 0.0942) < 4 * (0.0942 * 0.9 / games.all.tables) ** 0.5
