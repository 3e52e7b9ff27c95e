"""Progress over the arcade: what is beaten by the rule of the ladder, and what comes next."""

from __future__ import annotations

from games import catalog
from games.session.ladder import rungs
from games.session.progress import Climb, beaten_words, climb, climbs, next_climb
from games.store.statistics import MatchResult, Statistics, option_key


def beaten(*pairs: tuple[str, str], options: str | None = None) -> Statistics:
    """The results of a player who won one match by the usual rules against each."""
    found = Statistics()
    for number, (game, agent) in enumerate(pairs):
        usual = {**catalog.spec(game).params(), **catalog.agent(game, agent).defaults}
        told = option_key(usual) if options is None else options
        found = found.with_result(MatchResult(game, agent, "won", told, 25), f"m{number}")
    return found


def names(one: Climb) -> list[str]:
    return [mind.agent.id for mind in one.minds if mind.beaten]


def test_a_win_that_counts_lights_a_star_and_the_next_one_is_named() -> None:
    one = climb("ur", beaten(("ur", "random"), ("ur", "first-move")))
    assert [mind.agent.id for mind in one.minds] == [agent.id for agent in rungs("ur")]
    assert sorted(names(one)) == ["first-move", "random"]
    assert one.beaten == 2
    assert one.next is not None
    assert one.next.id == "last-move"


def test_a_win_that_the_ladder_does_not_count_lights_none() -> None:
    spec = catalog.spec("ur")
    short = option_key({**spec.params(), "pieces": 2})
    assert climb("ur", beaten(("ur", "random"), options=short)).beaten == 0


def test_who_cannot_be_met_is_not_next() -> None:
    every = [("ur", agent.id) for agent in rungs("ur") if agent.id != "perfect"]
    one = climb("ur", beaten(*every))
    assert one.beaten == len(one.minds) - 1
    params = catalog.spec("ur").params()
    free = not catalog.agent("ur", "perfect").hindrance(params)
    assert (one.next is not None) == free


def test_a_game_without_winners_and_an_empty_chair_have_no_minds() -> None:
    found = {one.game: one for one in climbs(Statistics())}
    assert list(found) == list(catalog.GAMES)
    assert found["tracker"].minds == ()
    assert found["tracker"].next is None
    ids = [mind.agent.id for mind in found["set"].minds]
    assert "nobody" not in ids
    assert len(ids) == len(rungs("set")) - 1


def test_all_are_counted_and_one_goes_on_with_the_game_that_was_played_last() -> None:
    statistics = beaten(("karate", "random"), ("jaipur", "random"))
    found = climbs(statistics)
    whole = sum(len(one.minds) for one in found)
    assert beaten_words(found) == f"2 of {whole} minds beaten"
    goal = next_climb(found, statistics)
    assert goal is not None
    assert goal.game == "jaipur"
    first = next_climb(climbs(Statistics()), Statistics())
    assert first is not None
    assert first.game == catalog.GAMES[0]
    assert next_climb([], statistics) is None
