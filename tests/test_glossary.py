"""The glossary of `games/README.md` holds for names: a word of it means one thing.

Names are those of modules and classes. A word of the glossary stands in names only where its thing
is (`PLACES`; a card on the screen or in a hand is a card, too). A word that the glossary has
replaced stands in none (`REPLACED`). What is left of both is in `LEFT`, each with its reason, and
the list may only get shorter.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from games.paths import ROOT
from tests.support.sources import SOURCES

OWN: Final = r"games/\w+/(?:\w+/)?"
"""A game, or a folder of a game."""
PLACES: Final[Mapping[str, str]] = {
    "match": r"games/|ai/lab/|ai/worker",
    "session": r"games/session/",
    "table": rf"{OWN}|games/shell/",
    "seat": r"games/|ai/lab/",
    "turn": r"games/|ai/lab/",
    "moment": r"games/moments|games/ctf/|games/tracker/moment",
    "film": r"games/session/film|games/shell/pages/past/film_progress",
    "replay": rf"games/session/replaying|games/shell/|{OWN}(?:replay_steps|scene)",
    "back": r"games/ctf/model|games/tracker/look_back",
    "report": rf"games/shell/|{OWN}report",
    "review": r"games/shell/pages/review/|games/ur/review",
    "course": r"games/(?:spec|judging|session/course)|games/shell/pages/(?:knowing|review)/course"
    r"|games/ra/playing/course|games/ur/(?:river|training/course)",
    "lesson": r"games/set/lesson/|games/numbers/first_lesson|games/tracker/chase/lessons",
    "guide": rf"games/shell/guide|{OWN}guide_(?:points|steps)",
    "room": r"games/shell/workroom|games/shell/pages/review/exercises"
    r"|games/(?:shell/pages/league|numbers|set/laboratory|ur/training)/",
    "pane": r"games/shell/workroom"
    r"|games/(?:shell/pages/league|numbers|set/laboratory|ur/training)/",
    "desk": r"ai/(?:lab/)?(?:\w+/)?(?:desk|school)|games/shell/pages/league/pane",
    "judge": rf"ai/(?:lab/)?\w+/judge|games/agents|games/shell/hinting|{OWN}(?:judge|asks|watch)",
    "mind": r"games/mind|games/shell/mind/|ai/\w+/(?:\w+_)?mind",
    "weights": r"games/(?:weights|arrays|agents)|games/shell/pages/before/|ai/\w+/weights",
    "card": r"games/shell/|games/(?:jaipur|set)/|ai/ur/table",
    "measure": r"games/agents",
    "band": r"games/spec|games/session/ladder",
    "ladder": r"games/(?:mind|session/ladder|shell/widgets/ladder)|ai/ra/auction_ladder",
}
"""Where a name with a word of the glossary may stand: the beginnings of paths."""
REPLACED: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        ("again", "playback", "tape", "chronicle", "history", "past"), "replay, look back"
    ),
    **dict.fromkeys(("reel", "winding", "wind"), "film"),
    **dict.fromkeys(("showing", "running", "walk"), "model"),
    **dict.fromkeys(("tour", "stop", "stops", "welcome"), "guide, lesson"),
    **dict.fromkeys(("figures",), "measured"),
    **dict.fromkeys(("keeping", "chore", "chores"), "saving"),
    **dict.fromkeys(("door", "doors"), "pages"),
    **dict.fromkeys(("veil", "veils"), "visibility"),
    **dict.fromkeys(("rung", "rungs"), "ladder"),
    **dict.fromkeys(("telling", "hope", "hopes"), "words"),
}
"""Words that no name has, each with what stands in its place."""

_SERVICE: Final = "a room of the class, by its address and in its files"
_VALUES: Final = "a table of values, as the field says it"
_WALK: Final = "a walk of the ghost, not the model of a page"
_ARCHIVE: Final = "a finished match in the archive, which is no replay yet"
LEFT: Final[Mapping[str, str]] = {
    "ai/belief/filter.py:StepReport": "a report of sensors, as the field says it",
    "ai/belief/target.py:PastStep": "a step of the target before now",
    "ai/files.py:Room": "a place on the disk",
    "ai/guess/__init__.py:MindGuesser": "an agent by its name on the page",
    "ai/guess/rules_of_thumb.py:PastRound": "a round that an agent remembers",
    "ai/lab/rooms.py:Room": "the laboratory of one game",
    "ai/lab/ur/batch.py:TableValues": _VALUES,
    "ai/sequence/experts.py:MatchExpert": "a match of patterns, as the field says it",
    "ai/sequence/experts.py:TableExpert": _VALUES,
    "ai/sequence/history.py:SymbolHistory": "a history of symbols, as the field says it",
    "ai/sequence/history.py:history": "a history of symbols, as the field says it",
    "ai/sequence/markov.py:MarkovTable": _VALUES,
    "ai/tracker/judge_exactly.py:WalkPart": _WALK,
    "ai/ur/judge.py:GuessedTable": _VALUES,
    "ai/ur/judge.py:RaceTable": _VALUES,
    "ai/ur/net.py:NetTable": _VALUES,
    "ai/ur/table.py:DamagedTable": _VALUES,
    "ai/ur/table.py:NoTable": _VALUES,
    "ai/ur/table.py:PackedTable": _VALUES,
    "ai/ur/table.py:SolvedTable": _VALUES,
    "ai/ur/table.py:TableCard": _VALUES,
    "ai/ur/table.py:WinTable": _VALUES,
    "ai/ur/table.py:table": _VALUES,
    "games/guess/classroom/follower.py:RoomFollower": _SERVICE,
    "games/guess/classroom/replies.py:RoomNow": _SERVICE,
    "games/guess/classroom/room_keys.py:KeptRoom": _SERVICE,
    "games/guess/classroom/room_keys.py:room_keys": _SERVICE,
    "games/guess/classroom/room_page.py:RoomPage": _SERVICE,
    "games/guess/classroom/room_page.py:room_page": _SERVICE,
    "games/guess/service/book.py:Room": _SERVICE,
    "games/guess/service/book.py:RoomPlayer": _SERVICE,
    "games/guess/service/book.py:RoomRound": _SERVICE,
    "games/guess/service/fields.py:RoomTerms": _SERVICE,
    "games/intervals.py:RunningBand": "an interval that is updated while figures come",
    "games/numbers/pictures.py:ChanceBand": "a stripe of a picture",
    "games/ra/playing/history_page.py:HistoryPage": "the page that the game calls History",
    "games/ra/playing/history_page.py:history_page": "the page that the game calls History",
    "games/shell/pages/before/own_weights.py:WayBack": "a button back to the weights that ship",
    "games/shell/pages/past/__init__.py:past": _ARCHIVE,
    "games/shell/pages/statistics.py:MindItems": "items drawn as those of a mind",
    "games/store/past.py:PastLog": _ARCHIVE,
    "games/store/past.py:PastMatch": _ARCHIVE,
    "games/store/past.py:past": _ARCHIVE,
    "games/tracker/model.py:KeptWalk": _WALK,
    "games/tracker/rules/__init__.py:WalkGame": _WALK,
    "games/tracker/walk_steps.py:WalkSteps": _WALK,
    "games/tracker/walk_steps.py:walk_steps": _WALK,
}
"""Names that break the rule, with the reason; to be taken out, never added."""
MOST: Final = 48
"""How many names `LEFT` has at most; to be lowered, never raised."""


class Named(NamedTuple):
    """A module or a class by its file and its name."""

    file: str
    name: str

    @property
    def words(self) -> list[str]:
        """The words of the name in small letters."""
        return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", self.name)]


def named(sources: Mapping[str, str]) -> Iterator[Named]:
    """Yield every module or package, and every class, of `sources` by path."""
    for file, text in sources.items():
        folder, _, name = file.removesuffix(".py").rpartition("/")
        yield Named(file, folder.rpartition("/")[2] if name == "__init__" else name)
        for found in re.finditer(r"^ *class (\w+)", text, re.MULTILINE):
            yield Named(file, found[1])


def broken(sources: Mapping[str, str]) -> dict[str, str]:
    """Return the names of `sources` with a word in a wrong place, each with the fault."""
    found = {}
    for each in named(sources):
        for word in each.words:
            place = PLACES.get(word)
            if word in REPLACED:
                found[f"{each.file}:{each.name}"] = f"{word!r} became {REPLACED[word]!r}"
            elif place is not None and not re.match(place, each.file):
                found[f"{each.file}:{each.name}"] = f"{word!r} has its place in {place}"
    return found


def glossary() -> list[str]:
    """Return the words of the table in `games/README.md`."""
    text = (ROOT / "games/README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([a-z ]+) \|", text.partition("\n## Words\n")[2], re.MULTILINE)
    return [row for row in rows if row != "word"]


def test_a_word_of_the_glossary_stands_where_its_thing_is() -> None:
    faults = {name: why for name, why in broken(SOURCES).items() if name not in LEFT}
    assert not faults


def test_what_is_left_is_still_there_and_gets_no_longer() -> None:
    assert sorted(set(LEFT) - set(broken(SOURCES))) == [], "take these out of LEFT"
    assert len(LEFT) <= MOST
    assert all(LEFT.values())


def test_every_word_of_the_glossary_has_its_place() -> None:
    words = [word.split()[-1] for word in glossary()]
    assert len(words) >= 25
    assert sorted(set(words) - set(PLACES) - {"facet"}) == []
    assert sorted(set(words) & set(REPLACED)) == []


def test_a_planted_name_is_found() -> None:
    planted = {
        "games/four/again.py": "class FourAgain:\n    pass\n",
        "games/four/scene.py": "class Moment:\n    class Tape:\n        pass\n",
        "games/four/report.py": "class FourReport:\n    pass\n",
        "ai/four/desks/__init__.py": "",
        "ai/four/session.py": "class Against: ...\n",
    }
    assert broken(planted) == {
        "games/four/again.py:again": "'again' became 'replay, look back'",
        "games/four/again.py:FourAgain": "'again' became 'replay, look back'",
        "games/four/scene.py:Moment": f"'moment' has its place in {PLACES['moment']}",
        "games/four/scene.py:Tape": "'tape' became 'replay, look back'",
        "ai/four/session.py:session": f"'session' has its place in {PLACES['session']}",
    }


def test_no_class_is_overlooked() -> None:
    """The search by lines finds what the parser finds."""
    file = "games/shell/table.py"
    parsed = {
        node.name for node in ast.walk(ast.parse(SOURCES[file])) if isinstance(node, ast.ClassDef)
    }
    assert {each.name for each in named({file: SOURCES[file]})} == {"table", *parsed}
