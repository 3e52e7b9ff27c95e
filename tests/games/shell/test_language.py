"""The texts of the shell: complete in English, and all of a page from one table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from games import catalog
from games.core import Option
from games.shell import language
from games.shell.draw.canvas import Canvas
from games.shell.input import ACTIONS, binding_label
from games.shell.language import LANGUAGES, TEXTS, tr
from games.shell.pages.page import Page
from tests.support.shell_rig import Rig
from tests.support.storms import SCENES

SHELL = Path(language.__file__).parent
PAGES = ("launcher", "settings", "players", "statistics", "pause", "picker")
PAGES += tuple(f"{game} setup" for game in catalog.GAMES)
WORD = re.compile(r"[^\W\d_]{2}")
TRANSLATED = re.compile(r"«[^«»]*»")


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is drawn from now on: each text and each paragraph, whole."""
    texts: list[str] = []
    for name in ("text", "paragraph"):
        plain = getattr(Canvas, name)

        def record(self: Canvas, text: str, *place: Any, _plain: Any = plain, **how: Any) -> Any:
            texts.append(text)
            before = len(texts)
            result = _plain(self, text, *place, **how)
            del texts[before:]  # the lines of a paragraph
            return result

        monkeypatch.setattr(Canvas, name, record)
    return texts


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> str:
    """A language in which every text stands between quotation marks."""
    table = {key: f"«{text}»" for key, text in TEXTS["en"].items()}
    monkeypatch.setattr(language, "TEXTS", {**TEXTS, "xx": table})
    return "xx"


def option_words(options: tuple[Option, ...]) -> Iterator[str]:
    for option in options:
        yield from (option.label, option.help, *option.labels, *map(str, option.choices))


def words_of_games() -> set[str]:
    """What the games, their agents and the keys are called: not for the shell to translate."""
    found = {"Ada", "Open Mind Arcade", "Against", *LANGUAGES.values()}
    for game in catalog.GAMES:
        spec = catalog.spec(game)
        found |= {
            spec.title,
            spec.tagline,
            *(seat.name for seat in spec.seats_for()),
            *option_words(spec.options),
        }
        found |= {label for label, _, _ in catalog.scene(game).Scene.workshop(None)}
        for agent in catalog.agents(game):
            found |= {agent.name, agent.description, agent.strength, *option_words(agent.options)}
    return found | {binding_label(b) for action in ACTIONS for b in action.bindings}


def untranslated(texts: Iterable[str]) -> set[str]:
    found, known = set(), words_of_games()
    sentences = [words for words in known if words.endswith(".")]
    for text in set(texts) - known:
        rest = text
        for sentence in sentences:
            rest = rest.removeprefix(sentence)
        while (after := TRANSLATED.sub("", rest)) != rest:
            rest = after
        if WORD.search(rest):
            found.add(text)
    return found


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_translated_whole(rig: Rig, drawn: list[str], marked: str, name: str) -> None:
    rig.app.library.create("Ada")
    rig.app.change_settings(save=False, language=marked)
    rig.app.push(rig.app.first_scene())
    del rig.app.stack[0]
    scene = SCENES[name](rig.app)
    if rig.app.top is not scene:
        rig.app.push(scene)
    tabs = len(scene.tabs.labels) if isinstance(scene, Page) and scene.tabs is not None else 1
    seen: set[str] = set()
    for _ in range(tabs):
        for _ in range(12):  # through the widgets, for their hints
            rig.key("down")  # which draws what lies below, too
            drawn.clear()
            scene.draw(rig.app.canvas)
            seen.update(drawn)
        rig.key("tab")
    assert any("«" in text for text in seen)
    assert not untranslated(seen)


def test_the_buttons_after_a_match_are_translated(rig: Rig, marked: str) -> None:
    rig.app.change_settings(save=False, language=marked)
    page: Any = SCENES["karate result"](rig.app)
    labels = [widget.label for widget in page.form.widgets]
    assert len(labels) >= 3
    assert all(label[0] + label[-1] == "«»" for label in labels)


def test_a_text_that_is_not_in_the_table_would_be_found(drawn: list[str], rig: Rig) -> None:
    rig.app.canvas.text("Half a translation", (10, 10))
    rig.app.canvas.paragraph("«also: «Up»» 12 %", (10, 10), 200.0)
    assert untranslated(drawn) == {"Half a translation"}


# -- the table -----------------------------------------------------------------------------


def test_every_text_that_the_shell_asks_for_is_there() -> None:
    asked: set[str] = set()
    sources = "".join(path.read_text(encoding="utf-8") for path in sorted(SHELL.rglob("*.py")))
    asked |= set(re.findall(r'\btr\(\s*"([a-z_.0-9]+)"', sources))
    assert len(asked) > 90
    assert asked <= set(TEXTS["en"])


def test_languages_have_no_text_that_english_lacks_and_fall_back_to_it() -> None:
    tables: Mapping[str, Mapping[str, str]] = TEXTS
    assert set(tables) == set(LANGUAGES)
    assert all(set(table) <= set(tables["en"]) for table in tables.values())
    assert tr("back", "xx") == "Back"
    assert tr("players.play", name="{Ada}") == "Play as {Ada}"
    with pytest.raises(KeyError):
        tr("no.such.text")
