"""The figures in the help of capture-the-flag: both rule sets, and the beliefs of a match."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games import measured
from games.ctf import MARKS
from games.ctf.lens import TeamFrame
from games.ctf.rules.sensing import enemies_of
from games.ctf.rules.state import BOTS
from games.ctf.rulesets import RULE_SETS
from games.weights import UNKNOWN


def help_figures() -> dict[str, str]:
    """Return the figures for the texts in `games/ctf/help/`."""
    blog, pelita = RULE_SETS["blog"], RULE_SETS["pelita"]
    return {
        "blog_moves": f"{blog.length:,}",
        "pelita_moves": f"{pelita.length:,}",
        "blog_rounds": f"{blog.length // len(BOTS):,}",
        "pelita_rounds": f"{pelita.length // len(BOTS):,}",
        "catch": str(pelita.catch),
        "sight": str(blog.sight),
        "blog_noise": str(blog.noise),
        "pelita_noise": str(pelita.noise),
        "camping": str(pelita.camping),
        "reach": str(pelita.reach),
        "judge_places": str(JUDGE_PLACES),
        "judge_foresees": _foreseen(),
        "judged_won": _judged(),
        "pelita_won": _in_pelita(),
        "levels": measured.or_else(UNKNOWN)(measured.levels_words)("ctf"),
        "own_mazes_won": _won("pack", "pelita", maze=""),
        "partners_won": _partners(),
        "originals": measured.originals_table("ctf"),
        **{
            f"{rival.partition('-')[2]}_{rules}": _won("belief", rules, rival)
            for rival in ("belief-reading", "belief-point")
            for rules in RULE_SETS
        },
        "against_belief": measured.table(
            (name, _won(team, "blog"), _won(team, "pelita")) for team, name in _TEAMS.items()
        ),
    }


_TEAMS: Final = {
    "pack": "Pack",
    "belief-point": "Belief, likeliest cell",
    "belief-reading": "Belief, present reading",
    "gatherer": "Gatherer",
    "hunter": "Hunter",
    "random": "Random",
}


_PELITA: Final = (
    "`pack.py` against the six demo players of Pelita 2.7, both sides, 300 rounds, seeds 1 to 17"
)
_PARTNERS: Final = (
    "`pack` against the nine sparring partners that no fit saw, in mazes of the style `pelita`"
)
JUDGE_PLACES: Final = 48
"""So many places of the enemies the judge draws (`ai.ctf.judge.SAMPLES`)."""


@measured.or_else(UNKNOWN)
def _foreseen() -> str:
    """Return how well the judge foresaw the lead, a line for each team."""
    return measured.table(
        (
            _TEAMS.get(row["team"], "Belief"),
            f"{row['choices']:,}",
            f"{row['off']:+.2f} (±{row['off_within']:.2f})",
            f"{row['error']:.2f}",
            f"{row['unchanged']:.2f}",
        )
        for row in measured.rows("ctf", study="judge", rules="blog")
    )


@measured.or_else(UNKNOWN)
def _judged() -> str:
    """Return a text such as "33% of 6 (10 to 70)": what the team that follows the judge won against
    Pack.
    """
    share = measured.won("ctf", "judged", "pack", options={"rules": "blog"}).share
    return share.words().replace("%", f"% of {share.games}", 1)


@measured.or_else(UNKNOWN)
def _in_pelita() -> str:
    return measured.figure("ctf", f"{_PELITA}: games won")


@measured.or_else(UNKNOWN)
def _partners() -> str:
    return measured.figure("ctf", f"{_PARTNERS}: games won")


@measured.or_else(UNKNOWN)
def _won(team: str, rules: str, rival: str = "belief", maze: str = "loops-32x16") -> str:
    """Return a text such as "95% of 40 (84 to 99)"; by Pelita's rules `maze` "" is its own."""
    corridors = {"maze": maze} if rules == "pelita" and maze else {}
    share = measured.won("ctf", team, rival, options={"rules": rules, **corridors}).share
    words = share.words()
    if share.value in (0.0, 1.0):
        return words
    return words.replace("%", f"% of {share.games}", 1)


def workings(frames: Iterable[tuple[int, TeamFrame]]) -> dict[str, str]:
    """Return the formulas of a belief with each team's beliefs about its enemies at the moment on
    show.

    `frames` belong to the teams whose beliefs may be seen.
    """
    likely, doubts = [], []
    for team, frame in frames:
        for place, enemy in enumerate(enemies_of(team)):
            name, bits = f"the {MARKS[enemy]}", frame.doubts[place]
            likely.append(f"now, {name} on its likeliest cell: {frame.beliefs[place].max():.3f}")
            doubts.append(f"now, {name}: H = {bits:.2f}, 2^{bits:.2f} = {2.0**bits:.1f} cells")
    if not likely:
        return {}
    return {"now_belief": "\n".join(likely), "now_doubt": "\n".join(doubts)}
