"""A walk's name and its end: the hider's score and its table, or each model's result."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

from games import catalog
from games.core import Log
from games.mind import Lines, Mind, Series
from games.session.setup import HUMAN
from games.shell.hooks import AWAY, STRENGTH, TRY, Insight, Report
from games.spec import GameSpec, Params
from games.store.statistics import MatchResult
from games.tracker import WATCH, follow_words
from games.tracker.lens import FAVOURITE
from games.tracker.model import Model
from games.tracker.rules import WALKER
from games.tracker.rules.seek import ROUNDS, SEEKER

ON, BACK, STAYED = "Walking on", "Turning back", "Standing still"
DO = MappingProxyType({ON: "Walk on", BACK: "Turn back", STAYED: "Stand still"})
FEWEST_STEPS = 4
"""Of a kind that was taken less often nothing is said."""
SEEN = "0: it was in sight, or its cell was sure."
_UNUSUAL = ("sight", "stay", "start", "sensors", "steps")


def score(walk: Model) -> float:
    """Return the nats of surprise a step of a `walk`, by the first lens; steps in sight count 0.

    Rounded as the table keeps it, so that the same walk reads the same in all places.
    """
    lens = walk.lineup.lenses[0]
    return round(lens.frame(lens.steps).loss_sum / lens.steps, 3) if lens.steps > 0 else 0.0


def score_key(walk: Model) -> str:
    """Return the table that the score of a `walk` goes into: maze, noise, and unusual options."""
    params = walk.session.setup.params
    key = f"{maze_label(walk)}, noise {params['noise']}"
    for option in walk.session.spec.options:
        if option.name in _UNUSUAL and params[option.name] != option.default:
            key += f", {option.name} {params[option.name]}"
    model = walk.lineup.lenses[0].spec
    return key if model.id == FAVOURITE else f"{key}, {model.name}"


def best_rows(walk: Model) -> list[tuple[str, float]]:
    """Return the table that this walk may get into: names and scores, best first."""
    library = walk.session.library
    if library is None:
        return []
    table = library.scores(walk.session.setup.game, score_key(walk))
    return [(row.name, row.score) for row in table.rows]


def enter_score(walk: Model) -> None:
    """Enter a whole walk into its table, if it counts, and tell the place it got."""
    session = walk.session
    profile, library = session.profile, session.library
    if profile is None or library is None or not (walk.counted and session.match.over):
        return
    key = score_key(walk)
    rank = library.add_score(profile, session.setup.game, key, score(walk))
    if rank is not None:
        session.notify(placed(rank, walk.lineup.lenses[0].spec.name))
    walk.best_rows = best_rows(walk)


def placed(rank: int, rival: str) -> str:
    """Return the place of a score against a `rival` in the table of the best, in a sentence."""
    return f"Your best score against {rival}!" if rank == 1 else f"Score {rank} against {rival}."


def doubt_counted(doubts: Iterable[float]) -> dict[str, int]:
    """Return the counters of the line over time: the `doubts` of a match, in bits, one a step,
    counted together in tenths, and the steps.
    """
    told = list(doubts)
    return {"doubt": round(10 * sum(told)), "steps": len(told)}


def result(walk: Model) -> MatchResult:
    """Return a walk as the hidden one; only a whole one without take-backs can be a best."""
    steps, value = len(walk.tape), score(walk)
    frames = list(walk.lineup.lenses[0].frames)[1:]
    return MatchResult(
        walk.session.setup.game,
        walk.lineup.models[0],
        "played",
        score_key(walk)[:60],
        steps,
        value * steps,
        0.0,
        value if walk.session.match.over and walk.counted else None,
        f"{value:.2f} surprise points a step",
        counters=doubt_counted(frame.entropy for frame in frames),
    )


def report(walk: Model) -> Report:
    """Return how well the hider of a `walk` hid, or how well each model did."""
    surprise = tuple(frame.surprise for frame in list(walk.lineup.lenses[0].frames)[1:])
    series = Series("Surprise points, step by step", surprise, "", help=SEEN)
    return _hidden(walk, series) if walk.hiding else _watched(walk, series)


def _hidden(walk: Model, series: Series) -> Report:
    rows = tuple(walk.best_rows[:8])
    best = Lines("Best on this maze with this noise", rows, "")
    value = score(walk)
    told = f"It was never told how you move: {value:.2f} surprise points a step. The less "
    told += "it expected you where you are, the more you score."
    items: Mind = (series, best) if rows else (series,)
    whole = walk.counted and walk.session.match.over
    first = bool(rows) and value >= rows[0][1] - 5e-4 and whole
    mood, title = "won" if first else "drawn", f"{value:.2f} surprise points a step"
    return Report(title, (told,), items, mood, brief=_brief(walk))


def _brief(walk: Model) -> tuple[Insight, ...]:
    """Return by what kind of step the hider was seen through, how hard it was to follow, what to
    try.
    """
    loss = walk.lineup.lenses[0].frame(walk.lineup.lenses[0].steps).log_loss
    if not walk.tape:
        return (Insight(STRENGTH, "You took no step yet."),)
    if loss is None:
        return (Insight(STRENGTH, "You were in sight all the time. Keep away from the sensors."),)
    strength = Insight(STRENGTH, f"{follow_words(loss)}.")
    kinds = sorted(_surprise_by_kind(walk).items(), key=lambda kind: kind[1])
    if len(kinds) < 2:
        return (strength,)
    (least, low), (most, high) = kinds[0], kinds[-1]
    away = f"{least}: it surprised the model by only {low:.1f} points a step."
    advice = f"{DO[most]} more often: that brought {high:.1f} points."
    return (Insight(AWAY, away), strength, Insight(TRY, advice))


def _surprise_by_kind(walk: Model) -> dict[str, float]:
    """Return the mean surprise of the first model by each kind of step often taken unseen."""
    lens, path = walk.lineup.lenses[0], walk.tape.path
    found: dict[str, list[float]] = {}
    for number in range(max(1, lens.steps - len(lens.frames) + 2), lens.steps):
        before, here, there = path[number - 1 : number + 2]
        kind = STAYED if there == here else BACK if there == before else ON
        if not walk.tape[number].seen:
            found.setdefault(kind, []).append(lens.frame(number + 1).surprise)
    often = {kind: values for kind, values in found.items() if len(values) >= FEWEST_STEPS}
    return {kind: sum(values) / len(values) for kind, values in often.items()}


def _watched(walk: Model, series: Series) -> Report:
    losses = [(lens.spec.name, lens.frame(lens.steps).log_loss) for lens in walk.lineup.lenses]
    rows = sorted(((n, loss) for n, loss in losses if loss is not None), key=lambda row: row[1])
    models = Lines("Surprise points a step out of sight", tuple(rows), "")
    told = f"{round(walk.session.match.returns[0])} of {len(walk.tape)} steps out of sight."
    brief: list[Insight] = []
    if rows:
        best = sorted(rows, key=lambda row: row[1])[0]
        text = f"{best[0]}, which lost {best[1]:.2f} surprise points a step."
        brief.append(Insight("Who followed it best", text))
        brief.append(Insight("How hard it was to follow", f"{follow_words(best[1])}."))
    title = f"{walker_name(walk)}: the walk"
    return Report(title, (told,), (models, series), brief=tuple(brief))


def place_of(found: Log) -> str:
    """Return how far a match is: its step, or its round where one seeks."""
    play = found.params.get("play", WATCH)
    if play == "seek":
        marked = sum(seat == SEEKER for turn in found.turns for seat, _ in turn)
        return f"round {marked + 1} of {ROUNDS}"
    walked = sum(turn[0][0] == WALKER for turn in found.turns)  # in the hunt the first hunter
    most = found.params.get("steps", 0)
    return f"step {walked + 1}" + (f" of {most}" if most else "")


def walker_name(walk: Model) -> str:
    """Return the name of the hidden one on a `walk`."""
    setup = walk.session.setup
    seating = setup.seats[WALKER]
    return "You" if seating.agent == HUMAN else catalog.seated(setup.game, seating).spec.name


def maze_label(walk: Model) -> str:
    """Return the maze of a `walk` as a person calls it."""
    return maze_name(walk.session.spec, walk.session.setup.params)


def maze_name(spec: GameSpec, params: Params) -> str:
    """Return the maze that these options of the game describe, as a person calls it."""
    if params.get("layout"):
        return "Own maze"
    option = next(option for option in spec.options if option.name == "maze")
    label = option.labels[option.choices.index(params["maze"])]
    made = str(params["maze"]).startswith(("loops", "chambers")) and label[:3] != "Map"
    return f"{label} {params['map']}" if made else label
