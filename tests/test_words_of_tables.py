"""What newcomers could not understand in their first hour does not come back.

Each row is what stood on the screen, as a pattern, with the folders and files in which it is looked
for and the words that stand there now; no words where the row was answered by taking it away.
"""

from __future__ import annotations

import functools
import re
from typing import Final, NamedTuple

import pytest

from games.paths import ROOT
from tests.support.sources import SOURCES, facts


class Row(NamedTuple):
    """What is gone, a pattern, below which paths, and words that stand there; "" for none."""

    gone: str
    places: str = "games ai main.py"
    stands: str = ""


ROWS: Final = (
    # hall, pages, karate, numbers, the tracker, Ur
    Row("my hand did not", stands="I saw it coming, but drew the wrong move."),
    Row("nothing gained by it", stands="I saw that coming, but it didn't help me."),
    Row("by the very mix|that you expect of me", "games/karate ai/karate"),
    Row("My answer won anyway", stands="I was wrong and still scored."),
    Row("Larger: I expected|Ringed: ", stands="Bigger = I expected it more. Ring = what you did."),
    Row(r"mix (?:it|I) draws? (?:its|my) move", "games/karate ai/karate"),
    Row(
        r"\b(?:you|some) (?:counter me|foresee me|out-think)\b|^and that$",
        "games/karate ai/karate",
        "2: you answer mine",
    ),
    Row("and what you think of it", stands="Reads your habits, and guesses what you expect."),
    Row("who reads whom|parry that meets|parry meets", stands="A parry against the right blow"),
    Row("Taken up again|choice in hand", stands="I chose again and sealed it again."),
    Row("What a move of yours cost|blind guessing costs", stands="How hard you were to guess ("),
    Row("Each rung answers", stands="Each line beats the one above"),
    Row("^ to $|a metronome", "games/numbers/drawing.py", "typical person"),
    Row(r"^(?:Opened|Sealed) +$", "games/numbers"),
    Row("(?:second|third) seal", "games/numbers ai/numbers", "hardest"),
    Row("guessed only", stands="% guessed (lower is better)."),
    Row(r"^fair$|\bfair sensei|(?<=against Greedy )\(fair\)", stands="normal"),
    Row("unnamed, as the rules have it|^as the rules have it", stands="Pieces per side."),
    Row("less is gentler|You have set ", stands="A lower number is easier."),
    Row("Columns: |in the colour of whom|Marks: choices", stands="Dots: your moves (big ="),
    Row("^Choices: |^Dice: ", "games/ur", "moves cost nothing."),
    Row("Order of (?:its|my) wishes"),
    Row("Slips took|^Too early to say$", "games/ur", "Mistakes cost you "),
    Row(r"^\w+ to \d+ was better", "games/ur/coach"),
    Row("is what you would win against", stands="you would win against Greedy"),
    Row(r"^(?:Light|Dark)\b|\blight or dark\b|, light, dark,", "games/ur ai/ur/judge.py", "Orange"),
    Row("Solving needs|lab extra", "games", "Solve works out"),
    Row("[Aa]gainst greedy, pow2", stands="Against Greedy"),
    Row("whose mind is open has chosen", stands="No move yet."),
    Row("^Mistake$", "games/ur/replay_steps.py games/shell/pages/past", "Previous mistake"),
    Row("[Ee]yes? hears?", stands="This ear hears"),
    Row(
        "[Tt]he eye (?:sees|saw|reads|measures|in the corner)|## The eye|keep from eyes"
        "|farther from the eye|telling the eye",
        "games/tracker ai/tracker",
        "The ear in the corner only",
    ),
    Row("^does anything$", "ai/tracker", "goes anywhere"),
    Row(r"\bbits\b", "games/tracker/help/guide.md games/tracker/moment.py games/tracker/report.py"),
    Row(r"\bnats\b", "games/ctf/report.py games/tracker/report.py games/tracker/moment.py"),
    Row("as the page before says", stands="by the options on the game's page."),
    Row("Columns are luck|Marks are choices", stands="Pale bars are luck, in the colour of the"),
    Row("is yours to think of", stands="From now on you work it out"),
    Row("Walk along in mind", stands="follow the lit areas step by step."),
    Row("bits of doubt|of doubt: like", "games/tracker", "where you could be"),
    Row("points for a lantern now: its doubt", stands="the less it knows, the more"),
    Row("of (?:its|their) cloud on", "games/tracker", "How sure it is of "),
    Row("scripted hider, who makes", stands="A fair player scores "),
    Row("^Place | in the table: ", "games/tracker", "Your best score against "),
    Row("one reading cuts|what two of", stands="listeners far apart find it faster"),
    Row("bits of doubt a step", stands="places where it thought you could be"),
    Row("neither won nor lost", "games", "End now (does not count)"),
    Row("how it goes is a line|touches no record", stands="It does not count in your statistics."),
    Row(r"\bKept in\b", "games/shell"),
    Row(
        "^What was learned$|^The agents of|^Forget$",
        "games/shell/pages",
        "What opponents remember",
    ),
    # Jaipur, Set, Ra, Capture the Flag, Guess 2/3, the classroom
    Row("What all can know", stands="What anyone at the table can know"),
    Row("Solid: seen when|Lighter: by counting", "games/jaipur ai/jaipur"),
    Row("[Ww]hom .{0,12} trades? like", stands="style looks like"),
    Row("Mark 1 to 5", "games/jaipur"),
    Row("^together", "games/jaipur/playing", "total"),
    Row("could not fill the market", stands="The draw pile ran out: round over."),
    Row(r"[Ss]eals? against", "games", "First to win"),
    Row("(?:^|[^`])[Gg]lass[ -]box(?!`)", "games", "See its mind first"),
    Row("^absent-minded|^(?:a )?gentle(?:st)?$|^gentle ", stands="merciless"),
    Row("You find in a minute, of one"),
    Row("chance to be first to the set that shares"),
    Row("name the third for each", stands="say which third card would finish the set"),
    Row("lies dark until", stands="each can be spent once per epoch, then it rests"),
    Row("least that each sun should win", stands="What each sun is worth to me"),
    Row("a call wants", "games/ra ai/ra", "I call at "),
    Row("behind the others' mean", stands="points below the others' average."),
    Row("The post of 2009", "games/ctf ai/ctf", "Classic rules"),
    Row(r"likeliest at \(|The diamond: as on", "games/ctf ai/ctf"),
    Row("^nearly known|^as on ", "games/ctf", "somewhere in "),
    Row("where embers gather", stands="Turn back from the squares in their half"),
    Row(r"^surprise |nats \(0", "games/ctf", "how surprised it was: "),
    Row("a point for everybody", stands="everyone's average"),
    Row(
        r"[Tt]he (?:last |next )?means?\b|\ba mean of\b|[Ll]ast mean",
        "games/guess/help games/guess/classroom games/guess/scene.py ai/guess",
        "two thirds of the last average",
    ),
    Row(r"\bembers\b(?! embers)", "games/ctf/help/1 games/ctf/help/2 games/ctf/words"),
    Row("guess(?:es|ed)? anything|^anything$", "games/guess ai/guess", "fit no pattern"),
    Row("believes about itself", "games/guess"),
    Row(r"(?:of|behind|than) the other\b[:.]|the other(?: has|'s: )", "games/jaipur", "opponent's"),
)

STAYS: Final = ("Knows what you hold, and how you like to trade.",)
"""What newcomers found good."""


@functools.cache
def texts() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return each text that a person may read, by the path of its file."""
    found = []
    for path, source in SOURCES.items():
        if not path.startswith("ai/lab/"):
            found.append((path, facts(source).texts))
    for path in sorted((ROOT / "games").rglob("*")):
        if path.suffix in (".html", ".js") or (path.suffix == ".md" and path.parent.name == "help"):
            text = " ".join(path.read_text("utf-8").split())
            found.append((path.relative_to(ROOT).as_posix(), (text,)))
    return tuple(found)


def found(pattern: str, places: str = "games ai main.py") -> list[str]:
    """Return the places below these paths whose text shows a pattern."""
    below = tuple(places.split())
    seen = re.compile(pattern)
    return [
        f"{path}: {text[max(0, hit.start() - 40) : hit.end() + 40]}"
        for path, each in texts()
        if path.startswith(below)
        for text in each
        if (hit := seen.search(text))
    ]


@pytest.mark.parametrize("row", ROWS, ids=[row.gone for row in ROWS])
def test_the_words_of_the_row_are_gone(row: Row) -> None:
    assert found(row.gone, row.places) == []
    assert not row.stands or found(re.escape(row.stands)), "its plain words are gone as well"


@pytest.mark.parametrize("words", STAYS)
def test_what_was_good_stays(words: str) -> None:
    assert found(re.escape(words))


def test_a_row_that_comes_back_is_seen() -> None:
    assert found("No move y", "games/shell")
    assert not found("No move y", "games/karate")
