"""What `mind` makes of closed rounds."""

from __future__ import annotations

import pytest

from ai.guess.mind_items import mind_of
from ai.guess.reader import NAMES, CrowdReader, GuessFrame, read
from ai.lab.guess.arena import session
from games.mind import Bars, Ribbon, check_mind
from games.streams import Stream

FRAME = GuessFrame(2 / 3, 0, 100)
PLAYED = list(session("levels", 24, 20, 2 / 3, Stream.named(3, "reader")))


def test_the_order_of_guesses_does_not_matter() -> None:
    turned = [list(reversed(guesses)) for guesses in PLAYED]
    assert read(FRAME, PLAYED).forecast() == read(FRAME, turned).forecast()


def test_it_forecasts_within_its_band_about_as_often_as_it_says() -> None:
    inside, reader = 0, CrowdReader(FRAME)
    for guesses in PLAYED:
        told = reader.forecast()
        inside += told.low <= 2 / 3 * sum(guesses) / len(guesses) <= told.high
        assert sum(told.weights) == pytest.approx(1)
        reader.learn(guesses)
    assert 13 <= inside <= 20
    assert len(reader.trace) == 20


def test_an_idea_that_is_right_gains() -> None:
    reader = read(FRAME, [[40] * 20] * 12)
    weights = dict(zip(NAMES, reader.forecast().weights, strict=True))
    first = dict(zip(NAMES, reader.trace[0], strict=True))
    assert weights["No change"] > 2 * first["No change"]
    assert weights["One step deeper"] < first["One step deeper"] / 1.5


def test_its_own_guess_counts() -> None:
    reader = read(FRAME, PLAYED[:3])
    reply, mean = reader.best_reply(3), reader.forecast().mean
    assert reply == pytest.approx(2 / 3 * (3 * mean + reply) / 4)
    assert reader.best_reply(0) == 0


@pytest.mark.parametrize(
    "frame", [FRAME, GuessFrame(3 / 2, 0, 100), GuessFrame(2 / 3, 7, 7), GuessFrame(1000, 0, 1)]
)
def test_every_table_has_a_mind_that_can_be_drawn(frame: GuessFrame) -> None:
    reader = CrowdReader(frame)
    check_mind(mind_of(reader))
    for _ in range(4):
        reader.learn([int(frame.low), int(frame.high)])
    mind = check_mind(mind_of(reader))
    assert [type(item) for item in mind[1:]] == [Bars, Bars, Ribbon]


def test_a_round_without_guesses_teaches_nothing() -> None:
    reader = CrowdReader(FRAME)
    reader.learn([])
    assert reader.forecast() == CrowdReader(FRAME).forecast()
