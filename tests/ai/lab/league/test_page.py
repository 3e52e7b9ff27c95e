"""The page of a league: it loads nothing, and a stranger's name is text."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final

import pytest

from ai.lab.jobs import Jobs
from ai.lab.league import LeagueQuestion, league
from ai.lab.league.page import league_page

NAME: Final = "bot:<script>alert(1)</script>&\"'.py@0123abcd"
VOID: Final = {"meta", "path", "wbr"}


class Reading(HTMLParser):
    """The elements, links and text of a page; every element has to be closed in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.links: list[str] = []
        self.targets: set[str] = set()
        self.text = ""
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            assert not name.startswith("on")
            if name == "href":
                self.links.append(value or "")
            if name == "id":
                self.targets.add(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("league")
    league(LeagueQuestion("karate", ("random", "nash", "habits"), 4, 1, {}), Jobs(), place)
    return place


def test_every_link_leads_to_a_match_or_a_place_on_the_page(saved: Path) -> None:
    page = Reading((saved / "index.html").read_text("utf-8"))
    files = {link for link in page.links if not link.startswith("#")}
    assert files == {f"matches/{path.name}" for path in (saved / "matches").iterdir()}
    assert len(files) == 12
    inner = {link.removeprefix("#") for link in page.links if link.startswith("#")}
    assert inner == page.targets == {"t0", "t1", "t2"}


def test_it_loads_and_runs_nothing(saved: Path) -> None:
    text = (saved / "index.html").read_text("utf-8")
    page = Reading(text)
    assert not {"script", "img", "link", "iframe", "object", "base", "form"} & set(page.tags)
    assert "url(" not in text
    assert "://" not in text
    assert "default-src 'none'" in text


def made_up(**more: Any) -> dict[str, Any]:
    row = {"games": 2, "wins": 1, "draws": 0, "forfeits": 0, "ms": None}
    rows = [
        {"agent": NAME, "rating": 120.0, "ci95": [-20.0, 260.0], **row},
        {"agent": "random", "rating": 0.0, "ci95": [0.0, 0.0], **row},
    ]
    pair = {"a": NAME, "b": "random", "games": 2, "a_win_share": 0.75}
    about = {"game": "karate", "seed": 1, "games": 2, "each": "games of each pair"}
    about |= {"played": 2, "to_play": 2}
    return {
        **about, "options": {"note": NAME}, "reference": "random", "ratings": rows,
        "pairs": [pair], "alike": [[NAME, "random"]], "sentences": [f"{NAME} forfeits: <i>."],
        "left_out": [f"{NAME} <u>"], **more,
    }  # fmt: skip


def test_what_strangers_write_is_text() -> None:
    row = {"game": 0, "agent_0": NAME, "agent_1": "random", "share_0": 1.0, "share_1": 0.0}
    row |= {"forfeit": "", "match": 'matches/"><i>.match'}
    text = league_page(made_up(), [((NAME, "random"), row)])
    page = Reading(text)
    assert not {"script", "i", "u"} & set(page.tags)
    assert "<script" not in text
    assert page.text.count("<script>alert(1)</script>&\"'.py@0123abcd") >= 6
    assert page.links == ["#t0", "#t0", 'matches/"><i>.match']


def test_a_long_name_is_cut_and_a_chart_shows_where_it_stands() -> None:
    long = "bot:" + "x" * 3000
    found = made_up()
    found["ratings"][0]["agent"] = found["pairs"][0]["a"] = long
    found["alike"] = []
    text = league_page(found, [])
    assert "x" * 100 not in text
    points = [float(x) for x in re.findall(r'class="point" d="M([0-9.]+) ', text)]
    lines = [
        tuple(map(float, found)) for found in re.findall(r'<path d="M([0-9.]+) 10H([0-9.]+)M', text)
    ]
    zero = float(re.findall(r'class="zero" d="M([0-9.]+) ', text)[0])
    assert len(points) == 2
    assert points[1] == zero == lines[1][0] == lines[1][1]
    assert points[0] == pytest.approx((lines[0][0] + lines[0][1]) / 2, abs=0.02)
    assert 0 < lines[0][0] < zero < points[0] < lines[0][1] < 100
