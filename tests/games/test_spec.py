"""Every option of every game and agent at the edges of its range."""

from __future__ import annotations

import pytest

from games import catalog
from games.spec import BadOption, Option


def options(game: str) -> list[Option]:
    """Those of a game and of all its agents."""
    found = [*catalog.spec(game).options]
    for agent in catalog.agents(game):
        found += agent.options
    return found


@pytest.mark.parametrize("game", catalog.GAMES)
def test_the_ends_of_every_range_can_be_chosen_and_nothing_beyond(game: str) -> None:
    numbers = [option for option in options(game) if option.kind in ("int", "float")]
    for option in numbers:
        step = 1 if option.kind == "int" else 1e-6
        assert option.low is not None
        assert option.high is not None
        assert option.low <= option.parse(option.default) <= option.high
        for value, beyond in ((option.low, option.low - step), (option.high, option.high + step)):
            assert option.parse(str(value)) == option.parse(value) == value
            with pytest.raises(BadOption, match=option.name):
                option.parse(beyond)


@pytest.mark.parametrize("game", catalog.GAMES)
def test_every_choice_can_be_chosen_by_its_name_and_nothing_else(game: str) -> None:
    for option in options(game):
        values = option.values()
        for value in (*values[:50], *values[50::19], values[-1]):
            assert option.parse(value) == option.parse(str(value).lower()) == value
        with pytest.raises(BadOption, match=option.name):
            option.parse("no such value")


def test_the_words_of_an_option_hold_up_to_their_bounds() -> None:
    option = Option("beta", "Strength", "float", 1.0, words=((0.5, "low"), (2.0, "high")))
    assert [option.word(value) for value in (0.0, 0.5, 0.6, 2.0, 2.1)] == [
        *("low", "low", "high", "high", ""),
    ]


def test_a_number_between_whole_ones_is_none() -> None:
    option = Option("rounds", "Rounds", "int", 5, low=1, high=9)
    with pytest.raises(BadOption, match="whole"):
        option.parse(4.5)
    assert option.parse(4.0) == 4
    with pytest.raises(BadOption):
        option.parse(True)


@pytest.mark.parametrize("word", ["on", "yes", "true", "1", "ON", "True"])
def test_words_for_on(word: str) -> None:
    assert Option("o", "O", "bool", False).parse(word) is True


@pytest.mark.parametrize("word", ["off", "no", "false", "0", "OFF", "False"])
def test_words_for_off(word: str) -> None:
    assert Option("o", "O", "bool", True).parse(word) is False
