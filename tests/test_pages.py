"""The pages of the tree: their sizes, links and commands, and figures only where they belong."""

from __future__ import annotations

import io
import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from ai.lab import command_line, trial
from ai.lab.analyse import converse
from ai.lab.pages import PAGE, pages
from ai.lab.rooms import ANALYSE
from games import catalog
from games.paths import ROOT
from tests.support.cases import GROWN
from tests.support.sources import SOURCES, facts

README = ROOT / "README.md"
GAME_PAGES = tuple(f"games/{game}/README.md" for game in GROWN)
OWN_PAGES = (
    *GAME_PAGES,
    "ai/README.md",
    "ai/lab/README.md",
    "assets/measured/README.md",
    "games/README.md",
    "games/guess/service/README.md",
    "tests/README.md",
)
"""The pages that the README sends its readers to."""
LINK = re.compile(r"\[[^]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
MADE = re.compile(r"<!-- made by .*?<!-- end: \w+ -->", re.DOTALL)
PERCENT = re.compile(r"\d ?%")
NO_FIGURE = re.compile(r"\.\d%|\b(?:50|90|95) ?%")
"""The form of a number, or the size of an interval or of a set."""
RULES = (
    "each level takes 60% of the sets",  # the model: what a level is made to take
    "its own moves, 10% slips",
    "by chance it is 25%",
)
MOST_LINES, MOST_WORDS, LEAST_WORDS = 170, 1800, 120


def all_pages() -> list[Path]:
    """Every page of the tree but those of the help, whose pictures are no files."""
    found = [path for path in ROOT.rglob("*.md") if not set(path.parts) & {"help", ".venv", ".git"}]
    return [path for path in found if "node_modules" not in path.parts]


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    heads = re.findall(r"^#+ (.*)$", FENCE.sub("", text), re.MULTILINE)
    plain = (re.sub(r"[^\w\- ]", "", head.lower()) for head in heads)
    return {head.replace(" ", "-") for head in plain}


def test_every_link_leads_to_a_file_and_a_heading() -> None:
    followed = 0
    for page in all_pages():
        text = page.read_text(encoding="utf-8")
        for link in LINK.findall(FENCE.sub("", text)):
            if re.match(r"[a-z]+:", link):
                continue
            name, _, anchor = link.partition("#")
            target = (page.parent / name).resolve() if name else page
            assert target.exists(), f"{page.relative_to(ROOT)}: {link}"
            if anchor:
                assert anchor in anchors(target.read_text(encoding="utf-8")), f"{page}: {link}"
            followed += 1
    assert followed > 40


def test_the_readme_is_short_and_sends_everybody_on() -> None:
    text = README.read_text(encoding="utf-8")
    assert text.count("\n") <= MOST_LINES
    assert len(text.split()) <= MOST_WORDS
    linked = set(LINK.findall(text))
    assert set(OWN_PAGES) <= linked
    for path in OWN_PAGES:
        assert len((ROOT / path).read_text(encoding="utf-8").split()) >= LEAST_WORDS, path


def test_the_first_two_commands_start_the_arcade_and_the_tests() -> None:
    start, tests = FENCE.findall(README.read_text(encoding="utf-8"))[:2]
    for block, end in ((start, "main.py\n```"), (tests, "-m pytest -n auto\n```")):
        assert block.startswith("```sh\n(python3 -m venv .venv || ")
        assert block.endswith(end)
        assert block.count("\n") == 2


def test_both_pygames_serve_and_not_at_once() -> None:
    text = " ".join(README.read_text(encoding="utf-8").split())
    assert "either `pygame-ce` or `pygame`" in text
    assert "Do not install both at once" in text


def test_what_is_made_from_data_is_as_the_data_have_it() -> None:
    """Write the pages anew with `python -m ai.lab.pages`."""
    made = pages()
    assert {PAGE, *(ROOT / path for path in GAME_PAGES)} <= set(made)
    for path, text in made.items():
        assert path.read_text(encoding="utf-8") == text, path


COMMAND = re.compile(r"(?:^|`)(main\.py [a-z][^`\n#|]*)", re.MULTILINE)


ALONE = (["train"], ["arena"], ["analyse"], ["solve"], ["play"])
"""Commands that a sentence speaks of."""


@pytest.mark.parametrize("page", ["README.md", *OWN_PAGES])
def test_commands_can_be_given(page: str) -> None:
    if page == "assets/measured/README.md":
        return  # its commands are tried where the files are: tests/games/test_measured.py
    text = (ROOT / page).read_text(encoding="utf-8").replace("\\\n", " ")
    for found in COMMAND.findall(text):
        words = shlex.split(found.partition(" > ")[0])[1:]
        placed = {"GAME", "COMMAND", "four"} & set(words)
        if placed or words[-1] == "--help" or words[0] == "serve" or words in ALONE:
            continue
        arguments = command_line.parse(words)
        if getattr(arguments, "game", None):
            catalog.spec(arguments.game)


def test_the_bots_of_the_page_play(bot_home: Path) -> None:
    text = (ROOT / "ai" / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    first, second, danger, less = blocks
    example = trial.example("ur")
    last = example.replace("def choose(", f"{danger}\n\ndef choose(")
    last = last.replace("        return value\n", less)
    assert last.count("danger(square, others)") == 2
    for code in (first, second, last):
        (bot_home / "mybot.py").write_text(code)
        found = trial.check("ur", "mybot.py", 2, 1, {})
        assert [row["forfeits"] for row in found["against"]] == [0, 0]


def test_the_four_first_ideas_have_a_command_each() -> None:
    text = README.read_text(encoding="utf-8")
    rows = re.findall(r"^\|.*\| `main\.py (play [^`]*)` \|$", text, re.MULTILINE)
    games = []
    for row in rows:
        arguments = command_line.parse(row.split())
        for agent in filter(None, (arguments.opponent, arguments.seat)):
            assert catalog.agent(arguments.game, agent)
        games.append(arguments.game)
    assert games == ["karate", "numbers", "ur", "tracker"]


def test_the_lines_for_a_learner_are_answered() -> None:
    text = (ROOT / "ai" / "README.md").read_text(encoding="utf-8")
    asked = 0
    for line, game in re.findall(r"^echo '(.*)' \| main\.py analyse (\w+)$", text, re.MULTILINE):
        answer, module = io.StringIO(), ANALYSE.of(game)
        assert module is not None
        converse(module.analyst(None), io.BytesIO(line.encode()), answer)
        assert "error" not in json.loads(answer.getvalue()), line
        asked += 1
    examples = r"^main\.py analyse (\w+) --examples \| (?:grep '(.*)'|head -1) \|"
    for game, wanted in re.findall(examples, text, re.MULTILINE):
        kept = (ROOT / "ai" / "lab" / game / "examples.jsonl").read_text(encoding="utf-8")
        assert wanted in kept
        asked += 1
    assert asked >= 10


def test_every_promise_names_its_test() -> None:
    text = (ROOT / "tests" / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| .* \| (`[^|]*`) \|$", text[text.index("## What it") :], re.MULTILINE)
    names = [name for row in rows for name in re.findall(r"`([^`]+)`", row)]
    assert len(names) > 25
    assert [name for name in names if not (ROOT / "tests" / name).is_file()] == []


# -- figures -----------------------------------------------------------------------------------


def strings_of(source: str) -> Iterator[str]:
    """The strings of a module that are neither docstrings nor formats."""
    return (text for text in facts(source).texts if not re.fullmatch(r"[<>^,.\d+]*%", text))


def percents(text: str) -> list[str]:
    """The table rows of a page that have a percent of their own."""
    kept = MADE.sub("", FENCE.sub("", text))
    return [line for line in kept.splitlines() if line.startswith("|") and PERCENT.search(line)]


def test_agents_quote_no_percent_of_their_own() -> None:
    looked = 0
    for path, source in SOURCES.items():
        for text in strings_of(source) if path.startswith("ai/") else ():
            looked += 1
            own = NO_FIGURE.sub("", text)
            for allowed in RULES:
                own = own.replace(allowed, "")
            assert not PERCENT.search(own), f"{path}: {text}"
    assert looked > 5000


def test_tables_of_pages_quote_no_percent_of_their_own() -> None:
    files = list(ROOT.glob("games/*/help/*.md"))
    files += [ROOT / "README.md", *(ROOT / path for path in OWN_PAGES if "measured" not in path)]
    for path in files:
        for row in percents(path.read_text(encoding="utf-8")):
            cells = [cell.strip() for cell in row.strip("|").split("|")]
            if "originals" in path.name:  # the last column is ours, the others what was claimed
                cells = cells[-1:]
            assert not PERCENT.search("|".join(cells)), f"{path.relative_to(ROOT)}: {row}"


def test_a_percent_of_its_own_is_found() -> None:
    source = '"""5% here."""\nA = f"{x:.1%} of 5%"\nB = "wins 93.9%"'
    assert sorted(strings_of(source)) == [" of 5%", "wins 93.9%"]
    assert percents("| a | 5 % |\n\n```\n| b | 5% |\n```\n5% of text\n") == ["| a | 5 % |"]
    made = "<!-- made by x: agents -->\n| a | 5% |\n<!-- end: agents -->\n"
    assert percents(made) == []
