"""Make the pages that are filled from data: `python -m ai.lab.pages`.

`assets/measured/README.md` is made from the measured files (`games.measured`) and the cards of the
learned weights. Each `games/<id>/README.md` has parts between two marks that are made from the
`SPEC` of the game and its agents; the rest of these pages is written by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from games import catalog, measured
from games.agents import AgentSpec
from games.measured import ARCADE, Entry, Won
from games.paths import ROOT
from games.spec import Option
from games.weights import card_at, shipped

PAGE: Final = measured.FOLDER / "README.md"
BEGIN, END = "<!-- made by python -m ai.lab.pages: {} -->", "<!-- end: {} -->"
_PART: Final = re.compile(
    r"<!-- made by python -m ai\.lab\.pages: (\w+) -->\n.*?<!-- end: \1 -->", re.S
)
_INTRODUCTION: Final = """# What was measured

This page is made by `python -m ai.lab.pages` from the files beside it, one for each game and
`arcade.json` for the arcade itself, and from the cards in `assets/weights`. Do not edit it. Agents'
pages, ladders and help in the arcade quote the same files, so a figure stands in one place.

Each figure has the command that measures it again, its seed, the day and the commit. Behind a share
of games stands its 95% interval: Wilson's for two players, over deals for larger tables. A note
says where only rounded figures or no seed were kept. Speeds are processor time of two cores at
about 2 GHz; frames are drawn by SDL's software driver at 1280 x 720 with the mind view open.

To measure something again and keep it, run its command with `--save` in a checkout, then
`python -m ai.lab.pages`:

```sh
main.py arena set --agents steady-3,steady-2 --games 400 --seed 1 --save
main.py bench set --save
python -m ai.lab.pages
```

A result takes the place of the older result of the same command.
"""
_WON_HEADS: Final = ("agent", "against", "options", "games", "share won")
_LEFT_OUT: Final = frozenset({"game", "seed", "games_per_second", "pairs"})
_HEADS: Final = {
    "what": "what",
    "value": "measured",
    "ci95": "95% interval",
    "log_loss": "nats a step",
    "cover50": "50% set held",
    "cover90": "90% set held",
}


def measured_page() -> str:
    """Return the text of `assets/measured/README.md`."""
    parts = [_INTRODUCTION]
    for name in (ARCADE, *catalog.GAMES):
        if not measured.entries(name):
            continue  # a new game
        title = "The arcade" if name == ARCADE else catalog.spec(name).title
        parts.append(f"## {title}\n")
        parts += _game(measured.entries(name))
    return "\n".join(parts).rstrip() + "\n"


def _game(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield the parts of a game: commands of one pair or table together, then the others."""
    shares = [(entry, [won for won in measured.games_won(entry) if won.first]) for entry in entries]
    single = [(entry, found[0]) for entry, found in shares if len(found) == 1]
    if single:
        rows = [(*_won(won), f"`{entry.command}`", _when(entry)) for entry, won in single]
        yield _table((*_WON_HEADS, "command", "measured"), rows)
    for entry, found in shares:
        if len(found) != 1:
            yield from _entry(entry)
        if len(found) > 1:
            yield _table(_WON_HEADS, [_won(won) for won in found])


def _won(won: Won) -> tuple[str, ...]:
    options = ", ".join(f"{name}={value}" for name, value in won.options.items()) or "usual"
    margin = "" if won.margin is None else f"; {won.margin:+.1f} points"
    rivals = ", ".join(f"`{rival}`" for rival in won.rivals)
    games = f"{won.share.games:,}"
    return f"`{won.agent}`", rivals, options, games, f"{won.share.words()}{margin}"


def _when(entry: Entry) -> str:
    seedless = "; seed unknown" if "seed was not kept" in entry.note else ""
    return f"{entry.date}, {entry.commit}{seedless}"


def _entry(entry: Entry) -> Iterator[str]:
    """Yield an entry that is no share of games: its command, note and tables."""
    seed = "" if entry.seed is None else f" Seed {entry.seed}."
    command = f"`{entry.command}`" if entry.command else "By hand"
    yield f"**{command}** ({entry.date}, {entry.commit}).{seed} {entry.note}".rstrip() + "\n"
    if "card" in entry.result:
        yield from _values(card_at(shipped(entry.result["card"])))
    yield from _values({name: v for name, v in entry.result.items() if name != "card"})


def _values(plain: Mapping[str, Any]) -> Iterator[str]:
    """Yield the tables of a result or a card, by the shape of its values."""
    single: list[tuple[str, str]] = []
    for name, value in plain.items():
        words = name.replace("_", " ")
        if name in _LEFT_OUT:
            continue
        if name == "figures":
            yield _table(("what", "measured"), value)
        elif isinstance(value, list) and value and isinstance(value[0], Mapping):
            yield _rows(value, "" if name == "rows" else words)
        elif isinstance(value, Mapping) and value:
            yield from _mapping(words, value)
        elif isinstance(value, int | float):
            single.append((words, _cell(value)))
    if single:
        yield _table(("what", "measured"), single)


def _mapping(words: str, value: Mapping[str, Any]) -> Iterator[str]:
    if all(isinstance(each, Mapping) for each in value.values()):
        rows = [{words: name, **each} for name, each in value.items()]
        if not any(isinstance(cell, Mapping) for row in rows for cell in row.values()):
            yield _rows(rows, "")
    elif not any(isinstance(each, Mapping) for each in value.values()):
        yield _table((words, "measured"), ((name, _cell(each)) for name, each in value.items()))


def _rows(rows: Sequence[Mapping[str, Any]], title: str) -> str:
    """Return a table of plain rows with the columns that any of them has."""
    if {"what", "value", "unit"} <= set(rows[0]):
        lines = ((_what(row), f"{_cell(row['value'])} {row['unit']}") for row in rows)
        return _table(("what", "measured"), lines)
    columns = list(dict.fromkeys(name for row in rows for name in row))
    heads = [_HEADS.get(name, name.replace("_", " ")) for name in columns]
    cells = ([_cell(row.get(name, "")) for name in columns] for row in rows)
    return (f"{title.capitalize()}:\n\n" if title else "") + _table(heads, cells)


def _what(row: Mapping[str, Any]) -> str:
    places = ("", *catalog.GAMES, "shell")
    return row["what"] if row["game"] in places else f"{row['game']}: {row['what']}"


def _cell(value: object) -> str:
    """Return a value as a cell: four digits, an interval as "a to b"."""
    if isinstance(value, bool) or value is None:
        return "" if value is None else str(value)
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    if isinstance(value, list):
        parts = [_cell(each) for each in value]
        return " to ".join(parts) if len(parts) == 2 else ", ".join(parts)
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {_cell(each)}" for name, each in value.items())
    return str(value)


def _table(heads: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    rows = [tuple(cell.replace("|", "\\|") for cell in line) for line in (heads, *lines)]
    rule = "|" + "---|" * len(heads)
    return "\n".join((measured.table(rows[:1]), rule, measured.table(rows[1:]))) + "\n"


# -- pages of the games ------------------------------------------------------------------


def game_page(game: str, text: str) -> str:
    """Return the `text` of the page of a game with its made parts made anew."""
    made = {"head": _head, "agents": _agents, "options": _options}

    def part(found: re.Match[str]) -> str:
        name = found[1]
        return f"{BEGIN.format(name)}\n{made[name](game)}\n{END.format(name)}"

    return _PART.sub(part, text)


def _head(game: str) -> str:
    spec = catalog.spec(game)
    counts = sorted({len(spec.seats_for(params)) for params in _variants(game)})
    seats = f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else f"{counts[0]}"
    pace = "all at once, with a clock" if spec.race else "all at once" if spec.tick else ""
    where = f", {pace}" if pace else ""
    undo = {"none": "no turn can be taken back", "own": "own turns can be taken back"}
    back = undo.get(spec.undo, "every turn can be taken back")
    return (
        f"*{spec.tagline}* {seats} seats{where}; {back}. Start it with `main.py play {game}`, or\n"
        f"choose it in the hall. F1 in the game explains its rules and every opponent."
    )


def _variants(game: str) -> Iterator[dict[str, Any]]:
    """Yield the usual options, and each with another choice of the number of players."""
    spec = catalog.spec(game)
    yield spec.params()
    for option in spec.options:
        if option.name in ("players", "mode", "play"):
            for choice in option.choices:
                yield spec.params({option.name: choice})


def _agents(game: str) -> str:
    lines = []
    for agent in catalog.agents(game):
        lines += [(*_agent(each), _rating(game, each)) for each in _told(agent)]
    heads = ("agent", "on the page", "what it does", "measured", "rating")
    entry = measured.league(game)
    if entry is None:
        return _table(heads[:-1], [line[:-1] for line in lines]).rstrip()
    return (
        f"{_table(heads, lines)}\nRatings are Elo points with their 95% interval, "
        f"`{entry.result['reference']}` = 0, by {entry.result['games']} {entry.result['each']}: "
        f"`{entry.command}` ({_when(entry)})."
    )


def _rating(game: str, agent: AgentSpec) -> str:
    found = measured.rated(game, agent.id)
    return "" if found is None else f"{found.words()}; {found.games:,} games"


def _told(agent: AgentSpec) -> list[AgentSpec]:
    usual = agent.with_options({}) if agent.variant is not None else agent.told()
    return [usual]


def _agent(agent: AgentSpec) -> tuple[str, ...]:
    return f"`{agent.id}`", agent.name, agent.description, agent.strength or "not measured"


def _options(game: str) -> str:
    shown = [option for option in catalog.spec(game).options if not option.hidden]
    return _table(("option", "values", "usual"), (_option(option) for option in shown)).rstrip()


def _option(option: Option) -> tuple[str, ...]:
    if option.choices:
        values = ", ".join(f"`{choice}`" for choice in option.choices)
    elif option.low is not None:
        values = f"{option.low:g} to {option.high:g}"
    else:
        values = "`on`, `off`" if option.kind == "bool" else "text"
    usual = ("on" if option.default else "off") if option.kind == "bool" else option.default
    return f"`{option.name}`", f"{option.label}: {values}", f"`{usual}`" if usual != "" else ""


def pages(root: Path = ROOT) -> dict[Path, str]:
    """Return every page that is made, by its path, as it should be."""
    found = {root / PAGE.relative_to(ROOT): measured_page()}
    for game in catalog.GAMES:
        path = root / "games" / game / "README.md"
        if path.is_file():
            found[path] = game_page(game, path.read_text(encoding="utf-8"))
    return found


def main() -> None:
    """Write the pages, and name those that changed."""
    for path, text in pages().items():
        before = path.read_text(encoding="utf-8") if path.is_file() else ""
        if text != before:
            path.write_text(text, encoding="utf-8")
            print(path.relative_to(ROOT).as_posix())


if __name__ == "__main__":
    main()
