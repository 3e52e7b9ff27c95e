"""The rigged die: its weights and counts, the belief that closes in, and its page."""

from __future__ import annotations

import numpy as np
import pytest

from games.numbers.die import FACES, LOADED, MANY, MOST, PLAIN, DiePage, RiggedDie, interval
from tests.support.hands import Rig


def test_one_face_is_loaded_and_a_thousand_throws_show_it() -> None:
    loaded = set()
    for seed in range(12):
        die = RiggedDie(seed)
        die.throw(MANY)
        loaded.add(die.loaded)
        assert sum(die.weights) == pytest.approx(1.0)
        assert die.counts.index(max(die.counts)) == die.loaded
        assert die.throws == MANY
    assert len(loaded) > 3
    assert pytest.approx(2.14, abs=0.01) == LOADED / PLAIN


def test_the_interval_is_the_beta_distributions_and_closes_in() -> None:
    mean, low, high = interval(300, 1000)
    assert mean == pytest.approx(301 / 1006)
    drawn = np.random.default_rng(1).beta(301, 705, 200_000)
    assert (low, high) == pytest.approx(np.percentile(drawn, (2.5, 97.5)), abs=0.002)
    wide = [np.subtract(*interval(3 * n, 10 * n)[:0:-1]) for n in (1, 10, 100)]
    assert wide[0] > wide[1] > wide[2] > 0


def test_the_intervals_hold_the_weights_about_as_often_as_they_say() -> None:
    held = trials = 0
    for seed in range(60):
        die = RiggedDie(seed)
        die.throw(200)
        for hits, weight in zip(die.counts, die.weights, strict=True):
            _, low, high = interval(hits, die.throws)
            held += low <= weight <= high
            trials += 1
    assert 0.9 < held / trials < 0.99


@pytest.mark.rig(size=(1280, 720), player="Ada")
def test_a_thousand_throws_take_a_second_and_a_guess_opens_the_weights(rig: Rig) -> None:
    page = rig.show(DiePage(rig.app, 5))
    rig.click_on(page.throws[2])
    rig.frames(20)
    assert 200 < page.die.throws < 600
    rig.frames(70)
    assert page.die.throws == MANY
    assert str(LOADED) not in page.words
    rig.click_on(page.guesses[page.die.loaded])
    rig.frames(2)
    assert page.words.startswith("Right: it has 0.3, all others 0.14. After 1,000 throws")
    before = page.words
    rig.click_on(page.guesses[(page.die.loaded + 1) % FACES])
    assert page.words == before, "the first guess counts"


@pytest.mark.rig(player="Ada")
def test_a_new_die_and_throws_by_keys(rig: Rig) -> None:
    page = rig.show(DiePage(rig.app, 5))
    rig.key("return", "return")
    assert page.die.throws == 2
    wrong = (page.die.loaded + 1) % FACES
    page.guess(wrong)
    assert page.words.startswith(f"No, it is the {page.die.loaded + 1}: ")
    page.renew()
    assert (page.die.throws, page.guessed) == (0, -1)
    rig.key("escape")
    assert rig.app.top is not page


def test_a_die_takes_no_throws_beyond_its_most() -> None:
    die = RiggedDie(1)
    die.counts[0] = MOST - 3
    die.throw(10)
    assert die.throws == MOST
