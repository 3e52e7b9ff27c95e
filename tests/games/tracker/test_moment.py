"""The moment on show: belief, reading, sentence, mind."""

from __future__ import annotations

import re

import numpy as np
import pytest

from games.mind import Bars, Note, Series
from games.shell.app import App
from games.tracker import controls, moment
from games.tracker.lens import short_name
from games.tracker.model import Model
from games.tracker.views import CHOOSE, FEWEST_LEAD
from tests.support.tracker_page import opened
from tests.support.tracker_walks import heard, started, walked
from tests.support.words import Words


def shown_at(walk: Model, half: int) -> Model:
    walk.playback.jump(half)
    return walk


def test_half_steps_are_prediction_and_observation() -> None:
    walk = heard(walked(started(), 4))
    lens = walk.lens
    for half in range(1, 9):
        shown_at(walk, half)
        belief, lost = moment.shown_belief(walk, lens)
        frame = lens.frame((half + 1) // 2)
        assert np.array_equal(belief, frame.prior if half % 2 else frame.posterior)
        assert lost is None
        event = moment.shown_reading(walk)
        assert (event is None) == (half % 2 == 1)
        if event is not None:
            assert event.data["step"] == half // 2
    assert moment.shown_reading(shown_at(walk, 0)) is None


def test_the_reading_takes_away_while_it_is_shown() -> None:
    walk = heard(walked(started(noise=0, start="unknown"), 1))
    shown_at(walk, 1).playback.go(2, 1.0)
    walk.playback.update(0.2)
    belief, lost = moment.shown_belief(walk, walk.lens)
    frame = walk.lens.frame(1)
    assert 0.0 < walk.playback.share < 1.0
    assert lost is not None
    assert lost.sum() == pytest.approx(frame.lost, abs=1e-4)
    assert belief.sum() == pytest.approx(1.0, abs=1e-5)
    gone = frame.posterior <= 0
    assert 0.0 < belief[gone].sum() < frame.prior[gone].sum()


def test_a_model_that_is_behind_shows_what_it_has() -> None:
    walk = walked(started(), 6)
    for _ in range(3):
        walk.lens.advance(walk.tape)
    shown_at(walk, 11)
    belief, _ = moment.shown_belief(walk, walk.lens)
    assert np.array_equal(belief, walk.lens.frame(2).posterior)
    assert moment.shown_frame(walk, walk.lens) is walk.lens.frame(2)


@pytest.mark.parametrize(
    ("start", "sentence"), [("known", "The start is known."), ("unknown", "It may be anywhere")]
)
def test_the_sentence_at_the_start(start: str, sentence: str) -> None:
    assert moment.caption(heard(started(start=start))).startswith(sentence)


def test_the_sentence_says_what_a_reading_means() -> None:
    walk = heard(walked(started(noise=12, sight=3), 25))
    said = 0
    for half in range(1, 51):
        told = moment.caption(shown_at(walk, half))
        event = moment.shown_reading(walk)
        if event is None:
            assert "spreads" in told
            continue
        reading = event.data["readings"][0]
        if reading.seen is not None:
            assert told.startswith("Seen")
            continue
        found = re.match(r"Observe: it reads (-?\d+), so it is (\d+) to (\d+) away\.", told)
        assert found is not None
        z, low, high = (int(number) for number in found.groups())
        assert (z, low, high) == (reading.z, max(reading.z - 12, 4), reading.z + 12)
        x, y = walk.course.cells[walk.tape[half // 2 - 1].cell]
        u, v = walk.course.sensors[0]
        assert low <= abs(x - u) + abs(y - v) <= high
        said += low == 4
    assert said > 2, "out of sight is more than 3 away"


def test_several_sensors_are_read_out() -> None:
    walk = heard(walked(started("evader", sensors=3, sight=0), 1))
    numbers = [reading.z for reading in walk.tape[0].event.data["readings"]]
    assert ", ".join(map(str, numbers)) in moment.caption(shown_at(walk, 2))


def test_the_mind_is_that_of_the_step_on_show() -> None:
    walk = heard(walked(started(), 30))
    minds = {}
    for half in (10, 60):
        note, weights, doubt, *rest = moment.mind_of(shown_at(walk, half))
        assert isinstance(note, Note)
        assert isinstance(weights, Bars)
        assert weights.values == walk.lens.frame(half // 2).weights
        assert isinstance(doubt, Series)
        assert len(doubt.values) == half // 2 + 1
        minds[half] = rest
    assert isinstance(minds[60][-1], Series)
    assert walk.lens.frame(30).unseen > 0
    assert len(minds[60]) == 2
    behind = started()
    assert moment.mind_of(behind) == ()


def test_how_the_hidden_one_looks() -> None:
    looks = {agent: moment.look_of(started(agent)) for agent in ("explorer", "food", "human")}
    assert looks == {
        "explorer": ("tracker-ghost", "orange"),
        "food": ("tracker-pac", "orange"),
        "human": ("tracker-ghost", "sky"),
    }


def test_the_race_is_told_by_points_of_surprise(app: App) -> None:
    scene = opened(app)
    walk = scene.walk
    for model in ("random", "reading"):
        scene.act("compare", model)
    for _ in range(80):
        scene.act("step")
    order = moment.raced(walk)
    assert len(order) == 3
    points = [moment.shown_frame(walk, lens).loss_sum for lens, _ in order]
    assert points == sorted(points)
    assert order[0][0].spec.id == "auto"
    length = moment.track_length(walk)
    assert length / 2 < points[-1] <= length or length == 25.0
    told = moment.race_comment(walk)
    assert told.endswith(".")
    first = short_name(order[0][0].spec)
    assert told.startswith(first) or "coming" in told or "neck" in told
    walk.lineup.toggle("explore")
    assert len(moment.raced(walk)) == 3, "who is behind is not in the race"
    scene.open_tab(controls.COMPARE)
    app.draw()
    assert scene.boards.racing
    scene.open_tab(controls.WATCH)
    app.draw()
    assert not scene.boards.racing


def test_a_race_says_what_its_bars_count(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    scene, words = opened(app), Words(app, monkeypatch)
    scene.open_tab(controls.COMPARE)
    words.look()
    assert any(word.text.startswith(CHOOSE[:20]) for word in words.seen)
    scene.act("compare", "random")
    words.look()
    assert not any(word.text.startswith(CHOOSE[:20]) for word in words.seen)
    assert sum(FEWEST_LEAD in word.text for word in words.seen) == 1
    scene.open_tab(controls.WATCH)
    words.look()
    assert not any(FEWEST_LEAD in word.text for word in words.seen)


def test_the_comment_tells_who_stumbles_who_leads_and_who_is_level(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = opened(app)
    scene.act("compare", "random")
    frames = {}
    walk = scene.walk
    monkeypatch.setattr(moment, "shown_frame", lambda walk, lens: frames[lens.spec.id])
    zero = walk.lineup.lenses[0].frame(0)
    walk.think()
    walk.think()
    for (own, last), (other, late), words in (
        ((0.0, 0.0), (0.0, 0.0), "start level"),
        ((10.0, 0.2), (11.0, 0.4), "neck and neck"),
        ((10.0, 0.2), (31.0, 0.4), "Auto leads: 21 points"),
        ((10.0, 0.2), (31.0, 6.2), "did not see that coming: 6 points"),
    ):
        frames["auto"] = zero._replace(loss_sum=own, surprise=last)
        frames["random"] = zero._replace(loss_sum=other, surprise=late)
        assert words in moment.race_comment(walk)
