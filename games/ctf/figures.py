"""The figures in the help of capture-the-flag: those of both rule sets."""

from __future__ import annotations

from games.ctf.rules.state import BOTS
from games.ctf.rulesets import RULE_SETS


def help_figures() -> dict[str, str]:
    """What fills the names in `games/ctf/help/`."""
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
    }
