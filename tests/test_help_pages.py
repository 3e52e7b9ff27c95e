"""The help of every game: its names filled, in Markdown that reads alike elsewhere, and true.

What a text tells of an agent's constants is checked here, because games do not import agents.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path

import pytest

from ai.lab import command_line
from ai.lab.karate.partners import ROSTER
from ai.planetwars import matrix, outlook, planner, value
from ai.planetwars import sensei as fleets
from ai.sequence import ensemble, mixing
from ai.sequence.history import EchoFinder
from ai.tracker.watchers import WORST_LOG_LOSS
from ai.ur.judge import STEEPNESS, TEMPO
from ai.zerosum import budget
from ai.zerosum.mixing import FADES
from games import catalog, measured
from games.karate.rules import POINTS
from games.paths import ROOT, game_folder
from games.planetwars.engine.state import MAX_TURNS
from games.shell.draw.prose_text import cells, parse
from games.shell.pages.help import help_texts, names_in
from tests.support.cases import GROWN, case
from tests.support.null_games import NULL_GAMES

GAMES = (*catalog.GAMES, *NULL_GAMES)

FORMULA = re.compile(r"^```\n(?:(?!```).*\n)+```$", re.MULTILINE)
FOLD = re.compile(r"^```formula\n(?:(?!```).*\n)+```$", re.MULTILINE)
KINDS = {
    "fold": re.compile(r"FOLD"),
    "formula": re.compile(r"FORMULA"),
    "heading": re.compile(r"## \S.*"),
    "picture": re.compile(r"!\[\S.*\]\([a-z-]+\)"),
    "table": re.compile(r"\|.*\|\n\|(?:---\|)+(?:\n\|.*\|)+"),
    "item": re.compile(r"- \S.*(?:\n(?:- |  )\S.*)*"),
    "text": re.compile(r"\S.*(?:\n\S.*)*"),
}
"""What may stand between two blank lines."""
STRANGE = re.compile(
    r"""^(?:[-+*>#|=~]|\d+[.)]\s)  # marks at the beginning of a line of a paragraph
    |[*\\\[\]]|\b_|_\b            # emphasis, links, escapes
    |<\w|&\w+;                    # tags and entities""",
    re.VERBOSE | re.MULTILINE,
)
"""What Markdown would take for something else in a paragraph."""


def faults(text: str) -> list[str]:
    """The parts of a page that are none of `KINDS`, or that the arcade reads otherwise."""
    parts = FORMULA.sub("FORMULA", FOLD.sub("FOLD", text)).split("\n\n")
    found = [part for part in parts if not kind_of(part)]
    kinds = [block.kind for block in parse(text)]
    return found or ([] if kinds == [kind_of(part) for part in parts] else [str(kinds)])


def kind_of(part: str) -> str:
    """The kind of block of a part between blank lines, or ""."""
    kind = next((kind for kind, pattern in KINDS.items() if pattern.fullmatch(part)), "")
    if kind == "table" and len({len(cells(row)) for row in part.split("\n")}) > 1:
        return ""
    return "" if kind == "text" and STRANGE.search(part) else kind


def figures_of(game_id: str) -> Mapping[str, str]:
    """The figures that the scene of a game has for its texts."""
    found: Mapping[str, str] = catalog.scene(game_id).Scene.help_figures()
    return found


@pytest.mark.parametrize("game_id", GAMES)
def test_every_name_is_filled_and_every_figure_is_used(
    null_games: tuple[str, ...], game_id: str
) -> None:
    figures = figures_of(game_id)
    pages = help_texts(game_id, figures)
    assert pages
    assert len({title for title, _ in pages}) == len(pages)
    for title, text in pages:
        assert names_in(title) == names_in(text) == [], title
    asked = {name for _, text in help_texts(game_id, {}) for name in names_in(text)}
    assert asked == set(figures)


@pytest.mark.parametrize("game_id", GAMES)
def test_pages_are_markdown_that_reads_alike_elsewhere(
    null_games: tuple[str, ...], game_id: str
) -> None:
    for title, text in help_texts(game_id, figures_of(game_id)):
        assert faults(text) == [], title


@pytest.mark.parametrize("game_id", GAMES)
def test_files_begin_with_their_title_and_are_no_wider_than_code(
    null_games: tuple[str, ...], game_id: str
) -> None:
    folder = game_folder(game_id)
    assert folder is not None
    files = sorted((folder / "help").iterdir())
    assert files
    for file in files:
        lines = file.read_text(encoding="utf-8").split("\n")
        assert lines[0].startswith("# "), file
        assert lines[1] == lines[-1] == "", file
        assert all(len(line) <= 100 for line in lines if not line.startswith("|")), file


@pytest.mark.parametrize(
    "fault",
    [
        "A line\n- with an item below it",
        "A line\n- ln of the probability",
        "* another list",
        "1. a number",
        "A line\n=====",
        "### deeper",
        "## Heading\nand no blank line",
        "| a | b |\n| 1 | 2 |",
        "| a | b |\n|---|---|\n| 1 | 2 | 3 |",
        "| a |\n|---|\n| b |\nand no blank line",
        "Formula:\n```\nx\n```",
        "```\nx",
        "some *emphasis*",
        "a [link](there)",
        "a_name_ or <b>bold</b>",
        "    indented",
    ],
)
def test_what_reads_otherwise_elsewhere_is_found(fault: str) -> None:
    assert faults(f"Before.\n\n{fault}\n\nAfter.")
    assert not faults("Before.\n\n```\n- x\n\n# y\n```\n\nAfter -1, a < b.\n\n- one\n- two\n  on")


COMMAND = re.compile(r"(?:^|`)((?:main\.py|python -m) (?:\\\n|[^`\n])+)", re.MULTILINE)


@pytest.mark.parametrize("game_id", GROWN)
def test_the_originals_are_told_of_each_game_with_commands_that_can_be_given(game_id: str) -> None:
    text = dict(help_texts(game_id, figures_of(game_id)))["The originals"]
    assert text.startswith("## Whose it is\n")
    commands = [shlex.split(found.replace("\\\n", " ")) for found in COMMAND.findall(text)]
    assert commands
    for program, *words in commands:
        if words[0] == "originals":
            own = {row["id"] for row in measured.originals() if row["game"] == game_id}
            assert set(command_line.parse(words).ids) <= own
        elif program == "main.py":
            assert command_line.parse(words).game == game_id
        else:
            assert Path(words[-1]).exists() or find_spec(words[1]) is not None, words


@pytest.mark.parametrize("game_id", GROWN)
def test_the_originals_have_names_days_and_licences(game_id: str) -> None:
    text = dict(help_texts(game_id, figures_of(game_id)))["The originals"]
    flat = " ".join(text.split())
    assert [name for name in case(game_id).originals if name not in flat] == []
    assert re.search(r"found in public:?", flat, re.IGNORECASE)
    assert not re.search(r"notes (do not|this arcade)|no name stands", flat)


def test_what_the_originals_of_the_tracker_lost_is_told_as_it_was_measured() -> None:
    pages = dict(help_texts("tracker", figures_of("tracker")))
    models = measured.rows("tracker", models="auto,random,explore,explore-expected,target,reading")
    found = {row["model"]: row for row in models if row["opponent"] == "food"}
    lost = {name: f"{row['log_loss']:.2f}" for name, row in found.items()}
    hidden = "| Food seeker | "
    rows = [cells(row) for row in pages["The originals"].split("\n") if row.startswith(hidden)]
    columns = ("explore-expected", "explore", "random")
    assert [[cell.split()[0] for cell in row[1:]] for row in rows] == [[lost[m] for m in columns]]
    low, high = found["auto"]["ci95"]
    text = " ".join(pages["The originals"].split())
    assert f"loses {lost['auto']} ({low:.2f} to {high:.2f})." in text
    assert f"food seeker {found['explore-expected']['cover90']:.0%} of the time" in text


@pytest.mark.parametrize("game_id", [game for game in GROWN if case(game).worked_out()])
def test_every_number_of_a_match_has_its_line_in_a_formula(game_id: str) -> None:
    figures = {**figures_of(game_id), **case(game_id).worked_out()}
    before = "\n".join(text for _, text in help_texts(game_id, figures_of(game_id)))
    during = [block for _, text in help_texts(game_id, figures) for block in parse(text)]
    shown = ["\n".join(block.lines) for block in during if block.kind == "fold"]
    for told in case(game_id).worked_out().values():
        assert told not in before
        assert any(lines.endswith(told) for lines in shown), told


BLOW = max(POINTS["classic"][0])
TEMPER = planner.Temper()
TOLD = (
    ("karate", f"over {len(ROSTER)} sparring partners"),
    ("karate", f"{budget.START_MULTIPLE * BLOW:.0f} points at the start"),
    ("karate", f"never below -{budget.START_MULTIPLE * BLOW:.0f},"),
    ("karate", f"at most {budget.PACE:.0%} of B"),
    ("karate", f"what B has beyond {budget.CEILING_MULTIPLE * BLOW:.0f}."),
    ("karate", f"f between {min(FADES):.2g} (".replace("0.", ".")),
    ("karate", f"and {max(FADES)} (a whole match)".replace("0.", ".")),
    ("numbers", f"to the power of {ensemble.CAUTION}"),
    ("numbers", f"(s is {mixing.SHARE})"),
    ("numbers", f"your last keys (at most {EchoFinder.capacity:,})"),
    ("planetwars", f"It looks {outlook.AHEAD} turns ahead"),
    ("planetwars", f"keep = {TEMPER.fear} · (full"),
    ("planetwars", f"answer = {TEMPER.answer} · the most"),
    ("planetwars", f"more than {TEMPER.patience} turns is left alone"),
    ("planetwars", "{}, {}, {}, {} and {} turns ahead".format(*value.MOMENTS)),
    ("planetwars", f"x = {value.INPUTS} numbers"),
    ("planetwars", f"turn/{MAX_TURNS} · w'"),
    ("planetwars", f"score = {fleets.FADE} · score before"),
    ("planetwars", f"exp({fleets.SHARP} · (score"),
    ("planetwars", "from {} for none to {} for all".format(*fleets.TRUST)),
    ("tracker", f"It counts at most {WORST_LOG_LOSS:.0f} a step."),
    ("ur", f"exp(−{STEEPNESS} · (lead + {TEMPO})"),
)


CLAIMED = {
    "numbers/help/7-originals": ("it reads 35 to 40% of your keys",),
    "ur/help/2-opponents": (
        "(85.1, 79.2 and 67.8% overall, 81.8% v greedy)",
        "quotes 92.0% against greedy at depth 3",
    ),
    "ur/help/5-originals": (
        "is said to win about 90% against random and about 70% against",
        "10,000 games, 90% and 70%",
        "So 90% and 70% are what a good seed gives",
        "only {good_trainings} of ten seeds reach 70%",
    ),
}
"""What authors published, or what we ask of their figures, by page."""
BY_RULE = {
    "karate/help/1-rules": ("punch 20%, kick 40%, parry kick 40%",),
    "karate/help/3-sensei": (f"at most {budget.PACE:.0%} of B",),
    "karate/help/4-mind-view": ("pure guessing, 25%,",),
    "numbers/help/1-rules": ("green from 25% on",),
    "numbers/help/5-chance": (
        "once in four: 25%",
        "at most 2.5% of all series",
        "at most 2.5% below",
    ),
    "numbers/help/6-mind": ("the line is 25%", "with the 25% line"),
    "numbers/help/8-room": ("Dice are 0%",),
    "set/help/2-opponents": ("takes 60% of the sets",),
    "tracker/help/6-games": ("with 60% or more of the cloud",),
    "ur/help/4-luck": ("the worst move every time 0%",),
}
"""What follows from the rules of a game or an agent, without a measurement, by page."""
SIZES = re.compile(r"\b(?:50|90) ?% set\b|\bmake 90%,|\b95 ?%|\b100%")
"""The size of an interval or of a set, and the whole."""


def own_percents(text: str, allowed: Iterable[str]) -> list[str]:
    """The percents in the text of a page that are not allowed; `test_pages.py` reads its tables."""
    lines = FORMULA.sub("", FOLD.sub("", text)).split("\n")
    found = " ".join(line for line in lines if not line.startswith("|"))
    for words in allowed:
        assert words in found, words
        found = found.replace(words, "")
    return re.findall(r"\S+ \S*\d ?%", SIZES.sub("", found))


def test_a_page_has_no_percent_of_its_own() -> None:
    looked = 0
    for path in ROOT.glob("games/*/help/*.md"):
        name = path.relative_to(ROOT / "games").with_suffix("").as_posix()
        allowed = (*CLAIMED.get(name, ()), *BY_RULE.get(name, ()))
        assert own_percents(path.read_text("utf-8"), allowed) == [], name
        looked += len(allowed)
    assert looked == sum(map(len, (*CLAIMED.values(), *BY_RULE.values())))


def test_a_percent_that_stands_by_hand_is_found() -> None:
    text = "It wins 73% of the time,\nin the 90% set.\n| it won | 60% |\n\nAnd 7 % of all."
    assert own_percents(text, ()) == ["wins 73%", "And 7 %"]
    assert own_percents(text, ("wins 73%",)) == ["And 7 %"]


@pytest.mark.parametrize(("game_id", "words"), TOLD)
def test_constants_of_agents_are_told_as_they_are(game_id: str, words: str) -> None:
    pages = help_texts(game_id, figures_of(game_id))
    assert any(words in " ".join(text.split()) for _, text in pages), words


def test_the_table_of_plans_has_the_size_that_is_told() -> None:
    text = " ".join(dict(help_texts("planetwars", {}))["Sensei"].split())
    sizes = len(matrix.ROWS), len(matrix.COLUMNS), len(matrix.STARTERS), len(fleets.EXPLAINS)
    assert sizes == (9, 7, 4, 12)
    assert matrix.MARGIN == 1 / 100
    for words in (
        "in nine moods",
        "twelve ways",
        "seven moods of the Planner, four programs of 2010, and waiting",
        "one hundredth of a win",
    ):
        assert words in text


def test_what_expectimax_wins_is_told_as_on_its_page() -> None:
    text = " ".join(dict(help_texts("ur", figures_of("ur")))["How they think"].split())
    rows = [(f"expectimax-{plies}", f"{plies} plies") for plies in range(2, 8)]
    rows += [(f"panda-{plies}", f"panda, {plies} plies") for plies in range(4, 8)]
    for name, plies in rows:
        found = re.search(rf"\| {plies} \| ([^|]+) \| ([^|]+) \| ([^|]+) \|", text)
        assert found is not None
        greedy, last, chance = (cell.split(" ")[0] for cell in found.groups())
        strength = catalog.agent("ur", name).strength
        for told in (
            f"{greedy} against Greedy",
            f"{last} against Last",
            f"{chance} against Random",
        ):
            assert told in strength


@pytest.mark.parametrize("game", GROWN)
def test_every_grown_game_fills_a_formula_with_the_numbers_of_the_present_match(game: str) -> None:
    home = game_folder(game)
    assert home is not None
    texts = [path.read_text("utf-8") for path in sorted((home / "help").glob("*.md"))]
    folds = [fold[0] for text in texts for fold in FOLD.finditer(text)]
    assert any(name.startswith(("now_", "seals")) for fold in folds for name in names_in(fold))
