"""What is folded behind the page before a match: every word has room, whoever plays; the rows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from games import catalog, measured
from games.agents import AgentSpec
from games.core import Seating
from games.session.growing import belt_at
from games.session.setup import HUMAN, Setup
from games.shell.draw.theme import TEXT
from games.shell.pages.before.choices import take_level
from games.shell.pages.before.sentences import COUNTS, PRACTICE, agent_words, sentence
from games.shell.pages.before.tune import EXPERTS, TunePage
from games.shell.pages.setup import SetupPage
from games.shell.table import Table
from games.shell.widgets.basic import Choice, Slider, Toggle
from games.shell.widgets.form import Look
from games.shell.widgets.picker import PickChoice, Picker
from tests.support.contract import params_for
from tests.support.hands import Rig, push_button, tuned
from tests.support.ruler import Ruler, check, listen

SIZES = ((1280, 720), (800, 600), (2560, 1440))

Seats = list[AgentSpec | None]
"""Who sits where, with the options that are its defaults; None for a person."""


def look(
    rig: Rig, ruler: Ruler, game: str, seats: Seats, larger: bool, size: tuple[int, int]
) -> int:
    page = SetupPage(rig.app, game)
    spec = page.spec
    if spec.modes.option:
        seats = settled(page, seats[-1])
    for seat, agent in enumerate(seats):
        page.choices.seats[seat] = HUMAN if agent is None else agent.id
        page.choices.agent_values[seat] = {} if agent is None else agent.defaults
    tune = TunePage(rig.app, page.choices, lambda: None)
    tune.layout(*rig.app.size)
    pairs = 0
    for active in (tune.foot, tune.body):
        tune.active = active
        tune.body.focus_on(tune.body.widgets[-1])
        lines = ruler.draw(tune, rig.app.canvas)
        pairs += check(lines, rig.app.canvas, (game, seats, larger, size))
        texts = [line.text for line in lines]
        for agent in seats:
            told = agent is None or any(text.endswith(agent.name) for text in texts)
            assert told, (game, seats, size)
    return pairs


def settled(page: SetupPage, agent: AgentSpec | None) -> Seats:
    """The seats of the mode in which an agent can play, with it in the last that is for it."""
    assert agent is not None
    params = params_for(page.spec.id, agent.id)
    page.choices.choose_mode(params[page.spec.modes.option])
    choices, places = page.choices, page.choices.places
    own = [n for n, place in enumerate(places) if place.role == agent.role and place.agents][-1]
    found = [None if who == HUMAN else choices.agent(who) for who in choices.seats]
    found[own] = agent
    return found


def seatings(game: str, agents: list[AgentSpec]) -> Iterator[Seats]:
    """A person against each agent, and each agent against the next where two may sit."""
    spec = catalog.spec(game)
    for number, agent in enumerate(agents):
        if len(spec.seats_for()) == 1:
            yield [agent]
            continue
        yield [None, agent]
        if spec.seats_for()[0].agents:
            yield [agents[(number + 1) % len(agents)], agent]


def everybody(game: str) -> list[AgentSpec]:
    """All agents, and those of which something was measured with other options."""
    agents = [catalog.agent(game, agent.id).told() for agent in catalog.agents(game)]
    measured = (spec for agent in catalog.agents(game) for spec in agent.measured())
    return agents + [spec for spec in measured if spec.name not in {a.name for a in agents}]


def talkers(game: str) -> list[AgentSpec]:
    """The agents of whom most is said."""
    return sorted(everybody(game), key=lambda a: -len(a.strength + a.description))[:5]


def sweep(
    rig: Rig, ruler: Ruler, size: tuple[int, int], larger: bool, everyone: bool
) -> tuple[int, int]:
    rig.app.change_settings(larger_text=larger)
    pages = pairs = 0
    for game in catalog.GAMES:
        agents = everybody(game) if everyone else talkers(game)
        for seats in seatings(game, agents):
            pairs += look(rig, ruler, game, seats, larger, size)
            pages += 1
    return pages, pairs


@pytest.mark.parametrize(("size", "larger"), [((800, 600), True)])
def test_words_have_room_for_those_of_whom_most_is_said(
    size: tuple[int, int], larger: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = Rig(tmp_path, size)
    rig.app.change_settings(reduced_motion=True)
    pages, pairs = sweep(rig, Ruler(monkeypatch), size, larger, everyone=False)
    assert pages >= 25
    assert pairs > 100 * pages
    rig.app.close()


@pytest.mark.sweep
@pytest.mark.parametrize("larger", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_words_have_room_for_every_agent(
    size: tuple[int, int], larger: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = Rig(tmp_path, size)
    rig.app.change_settings(reduced_motion=True)
    pages, _ = sweep(rig, Ruler(monkeypatch), size, larger, everyone=True)
    known = {game: everybody(game) for game in catalog.GAMES}
    assert pages == sum(len(list(seatings(game, agents))) for game, agents in known.items())
    assert pages > sum(len(catalog.agents(game)) for game in catalog.GAMES)
    rig.app.close()


def test_beside_the_measured_strength_stands_what_is_set_otherwise(rig: Rig) -> None:
    choices = tuned(rig.app, "karate").choices
    spec = catalog.agent("karate", choices.seats[1]).told()
    choices.agent_values[1] = {"beta": 0.1}
    told = f"{spec.strength} You chose 0.1. {PRACTICE}"
    assert agent_words(choices, 1)[1] == (told, "quiet")
    choices.agent_values[1] = {"beta": 2.0}
    rated = measured.rated("karate", spec.id)
    assert rated is not None
    rating = f"Rating {rated.short}."
    assert agent_words(choices, 1)[1] == (f"{spec.strength} {rating} {COUNTS}", "quiet")


def test_whether_a_match_counts_is_told_as_it_is_chosen(rig: Rig) -> None:
    page = tuned(rig.app, "karate")
    choices = page.choices

    def told() -> str:
        (words, _) = agent_words(choices, 1)[1]
        return words.rpartition(". ")[2] if words.endswith(COUNTS) else words[-len(PRACTICE) :]

    assert told() == COUNTS, "the gentlest sensei has a belt to give"
    choices.agent_values[1] = {"beta": 0.1}
    assert told() == PRACTICE
    choices.agent_values[1] = {"beta": 2.0}
    assert told() == COUNTS
    choices.params["rounds"] = 10
    assert told() == PRACTICE
    choices.params["rounds"] = 25
    assert told() == COUNTS
    choices.glass_box = True
    assert told() == PRACTICE
    choices.glass_box = False
    choices.choose_seed(7)
    assert told() == PRACTICE


def test_beside_an_opponent_stands_how_its_belt_is_won_and_how_likely_luck_is(rig: Rig) -> None:
    choices = tuned(rig.app, "karate").choices
    take_level(choices, 3)
    belt = belt_at(choices.spec, 3)
    assert belt is not None
    assert agent_words(choices, 1)[-1] == (f"Black belt: {belt.words}", "quiet")
    choices.sit(1, "nash")
    assert not any("belt" in words for words, _ in agent_words(choices, 1)), "it gives none"


def picker(rig: Rig) -> Picker:
    page = tuned(rig.app, "ur")
    page.body.focus_on(page.body.widgets[1])
    rig.key("return")
    assert isinstance(rig.app.top, Picker)
    return rig.app.top


def test_the_list_of_agents_darkens_all_that_is_below(rig: Rig) -> None:
    found = picker(rig)
    canvas = rig.app.canvas
    canvas.fill("paper")
    surface = canvas.surface
    wide, high = surface.get_size()
    corners = [(x, y) for x in (2, wide - 3) for y in (2, high - 3)]
    bright = [sum(surface.get_at(corner)[:3]) for corner in corners]
    found.draw(canvas)
    dark = [sum(surface.get_at(corner)[:3]) for corner in corners]
    assert max(dark) < min(bright) / 2


def test_the_list_of_agents_goes_by_rows_pages_and_clicks(rig: Rig) -> None:
    found = picker(rig)
    names = [row.name for row in found.rows]
    assert names[:3] == ["You", "Guest", "First move"]
    assert set(names[2:]) == {agent.name for agent in catalog.agents("ur")}
    for _ in range(3):
        rig.key("page up")
    assert found.list.index == 0
    rig.key("page down")
    assert 3 <= found.list.index <= 8
    for _ in range(5):
        rig.key("page down")
    assert found.list.index == len(names) - 1
    x, y, w, h = found.list.box
    rig.press(x + w / 2, y + h / 2)
    rig.let_go(x + w / 2, y + h / 2)
    index = found.list.index
    assert rig.app.top is found
    assert 1 < index < len(names) - 1
    rig.press(x + w / 2, y + h / 2)
    assert isinstance(rig.app.top, TunePage)
    choices = rig.app.top.choices
    assert choices.agent(choices.seats[1]).name == names[index]


def test_the_options_of_an_agent_are_rows_and_change_what_is_said_of_it(rig: Rig) -> None:
    page = tuned(rig.app, "ur")
    choices = page.choices
    choices.sit(1, "expectimax")
    page.build()
    rig.frames()
    labels = [getattr(widget, "label", "") for widget in page.body.widgets]
    assert labels[2:5] == ["Level", "Depth in plies", "Plain"]
    told, said = {choices.chosen(1).name: agent_words(choices, 1)[1:]}, [sentence(choices)]
    page.body.focus_on(page.body.widgets[3])
    for _ in range(2):
        rig.key("right")
        told[choices.chosen(1).name] = agent_words(choices, 1)[1:]
        said.append(sentence(choices))
    assert list(told) == ["Expectimax 3", "Expectimax 4", "Expectimax 5"]
    assert said == [
        "Finkel against Expectimax 3 (merciless)",
        "Finkel against Expectimax 4 (merciless)",
        "Finkel against Expectimax 5 (merciless)",
    ]
    assert "90.8% against Greedy" in told["Expectimax 3"][0][0]
    assert "92.9% against Greedy" in told["Expectimax 4"][0][0]
    assert "93.9% against Greedy" in told["Expectimax 5"][0][0]
    assert choices.seating(1) == Seating("expectimax", {"depth": 5, "plain": False})


def test_all_rows_have_room_on_the_page(rig: Rig) -> None:
    """A person against the agent with the most options, without scrolling."""
    page = tuned(rig.app, "ur")
    page.choices.sit(1, "lookahead")
    page.build()
    top, bottom = page.body.widgets[0].box, page.body.widgets[-1].box
    assert len(page.body.widgets) == 10
    assert page.body.view is not None
    assert bottom[1] + bottom[3] - top[1] <= page.body.view[3]


def test_a_match_from_before_options_is_begun_again_with_them(rig: Rig) -> None:
    """The page after a match whose seats have old names shows the agent and its options."""
    seats = (Seating(HUMAN), Seating("lookahead+-1-pow2"))
    setup = Setup("ur", seats, {"rules": "finkel", "pieces": 4}, 1)
    choices = SetupPage(rig.app, "ur", setup).choices
    assert choices.seats == [HUMAN, "lookahead"]
    assert choices.values(1) == {"depth": 1, "values": "pow2", "plus": True}
    assert choices.chosen(1).name == "Look-ahead+ 1, pow2"


def test_an_agent_that_cannot_play_is_shown_and_says_what_to_do(rig: Rig) -> None:
    found = picker(rig)
    perfect = next(n for n, row in enumerate(found.rows) if row.name == "Perfect")
    hindrance = found.rows[perfect].hindrance
    assert "requirements-lab.txt" in hindrance
    assert perfect in found.list.greyed
    while found.list.index < perfect:
        rig.key("down")
    rig.key("return")
    assert rig.app.top is found
    assert rig.app.toasts.texts == (hindrance,)
    rig.key("escape")
    page = rig.app.top
    assert isinstance(page, TunePage)
    page.choices.params["pieces"] = 4
    assert page.pick_row("perfect").hindrance == ""


def test_arrows_pass_by_agents_that_cannot_play(rig: Rig) -> None:
    page = tuned(rig.app, "ur")
    passed = 0
    for _ in range(len(catalog.agents("ur")) + 1):
        page.body.focus_on(page.body.widgets[1])
        rig.key("right")
        assert page.choices.seats[1] != "perfect"
        passed += 1
    assert passed == len(catalog.agents("ur")) + 1


def test_a_slider_is_dragged_while_the_list_of_agents_follows(rig: Rig) -> None:
    page = tuned(rig.app, "ur")
    slider = next(w for w in page.body.widgets if isinstance(w, Slider))
    x, y, w, h = slider.box
    rig.press(x + w - 84, y + h / 2)
    for share in (0.9, 0.8, 0.7, 0.5):
        rig.move(x + w * share, y + h / 2)
    rig.let_go(x + w / 2, y + h / 2)
    assert page.choices.params["pieces"] == 1
    assert slider in page.body.widgets
    rows = {row.name: row for row in page.lists[1][0].rows}
    assert rows["Perfect"].hindrance == ""


def test_the_sentence_on_the_page_rewrites_itself(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruler, page = Ruler(monkeypatch), tuned(rig.app, "karate")

    def said() -> list[str]:
        return [line.text for line in ruler.draw(page, rig.app.canvas)]

    assert "25 rounds against an easy sensei" in said()
    strength = next(w for w in page.body.widgets if isinstance(w, Slider))
    page.body.focus_on(strength)
    assert "easy (-0.15)" in said()
    for _ in range(6):
        rig.key("right")
    assert "25 rounds against a normal sensei" in said()


def test_the_right_arrow_turns_a_switch_on_and_the_left_one_off(rig: Rig) -> None:
    page = tuned(rig.app, "karate")
    page.body.focus_on(page.body.widgets[-1])
    told = []
    for name in ("right", "right", "left", "left", "right"):
        rig.key(name)
        told.append(page.choices.glass_box)
    assert told == [True, True, False, False, True]
    assert sentence(page.choices).endswith("its mind open")


def test_play_begins_from_here_and_a_chosen_seed_is_practice(rig: Rig) -> None:
    page = tuned(rig.app, "karate")
    seed = page.choices.seed
    page.body.focus_on(page.body.widgets[-2])
    rig.key("right")
    assert page.choices.seed != seed
    assert sentence(page.choices).endswith(f"practice with seed {page.choices.seed}")
    push_button(page, "Play")
    table = rig.app.top
    assert isinstance(table, Table)
    assert (table.setup.seed, table.setup.practice) == (page.choices.seed, True)
    rig.app.pop()
    assert rig.app.top is rig.floor


def test_who_sits_in_several_seats_is_told_of_once(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tuned(rig.app, "ra")
    texts = [line.text for line in Ruler(monkeypatch).draw(page, rig.app.canvas)]
    name = catalog.agent("ra", page.choices.seats[1]).name
    assert page.choices.seats[1] == page.choices.seats[2]
    assert f"2 x {name}" in texts
    assert len([text for text in texts if text.startswith("A newcomer wins ")]) == 1


def test_rows_of_three_seats_are_named_by_their_seats(rig: Rig, null_bids: str) -> None:
    page = tuned(rig.app, null_bids)
    labels = [widget.label for widget in page.body.widgets if isinstance(widget, PickChoice)]
    assert labels == ["Who plays", "Middle", "Right"]


@pytest.mark.parametrize("game", catalog.GAMES)
def test_no_row_is_smaller_than_the_others_where_text_is_largest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """A long label takes two lines of the size that all have."""
    rig, sizes = Rig(tmp_path, (800, 600)), dict[str, float]()
    rig.app.change_settings(larger_text=True)
    page = tuned(rig.app, game)
    rows = [w for w in page.body.widgets if isinstance(w, Choice | Slider | Toggle)]
    listen(monkeypatch, lambda line: sizes.update({line["text"]: line["size"]}))
    for row in rows:
        sizes.clear()
        row.draw(rig.app.canvas, Look())
        assert sizes
        assert set(sizes.values()) == {TEXT}, (row.label, sizes)
    assert len(rows) > 2
    sizes.clear()
    page.draw(rig.app.canvas)
    assert not [text for text in sizes if text.endswith("…")], "all that is said has room"
    rig.app.close()


def test_a_maze_is_drawn_until_its_number_is_typed_and_a_seed_is_typed_too(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, ruler = tuned(rig.app, "ctf"), Ruler(monkeypatch)
    assert "a new one each match" in [line.text for line in ruler.draw(page, rig.app.canvas)]
    page.active = page.body
    for label, number in (("Maze number", 437_211), ("Seed", 31_415)):
        row = next(w for w in page.body.widgets if getattr(w, "label", "") == label)
        page.body.focus_on(row)
        rig.type(str(number))
    told = [line.text for line in ruler.draw(page, rig.app.canvas)]
    assert {"437211", "31415"} <= set(told)
    assert "Maze number 437211 with Hunter (easy) against Hunter (easy)" in told[1]
    push_button(page, "Play")
    table = rig.app.top
    assert isinstance(table, Table)
    assert (table.setup.params["map"], table.setup.seed) == (437_211, 31_415)
    assert table.setup.practice


def test_seed_and_glass_box_are_for_experts(rig: Rig) -> None:
    page = SetupPage(rig.app, "karate", None)
    rig.show(page)
    push_button(page, "Tune")
    tune = rig.app.top
    assert isinstance(tune, TunePage)

    def labels() -> set[str]:
        return {getattr(widget, "label", "") for widget in tune.body.widgets}

    assert not {"Seed", "See its mind first"} & labels()
    push_button(tune, EXPERTS)
    assert {"Seed", "See its mind first"} <= labels()
    assert EXPERTS not in labels()
    rig.app.pop()
    page.choices.choose_seed(7)
    push_button(page, "Tune")
    tune = rig.app.top
    assert isinstance(tune, TunePage)
    assert "Seed" in labels(), "what was chosen stays in sight"
