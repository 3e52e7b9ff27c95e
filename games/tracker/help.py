"""What the help of the tracker says: the problem, Bayes in two halves, the models, the score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.agents import AgentSpec

_GAME: Final = """
Somebody walks through a maze, one cell a step, unseen. A sensor in the corner measures how far \
away it is, as the Manhattan distance (columns plus rows, walls ignored), and is off by up to the \
noise to either side, every error being as likely. Only within its range of sight, the green \
diamond, it sees the hidden one exactly.

The glowing squares are the belief: the area of each is the probability that the hidden one is \
there. Tiny ones are dots. Everything between the two blue diamonds agrees with the last reading.

# Controls
| key | what it does |
| Space | plays and pauses |
| . and , | half a step on, half a step back |
| + and - | faster, slower |
| T | shows the truth, and hides it again |
| Tab | the next page below the maze |
| arrow keys | walk, where you are the hidden one |

Everything can also be clicked, or reached with the arrow keys and a gamepad. With several models \
beside each other, a click on a maze shows that model's mind.
"""

_BAYES: Final = """
Each step has two halves.

# Predict
The hidden one moves. With b the belief and P(x' | x) the model of how it moves,
= b'(x') = sum over x of b(x) P(x' | x)

The cloud spreads.

# Observe
The reading z arrives. Each cell is multiplied by how well it explains the reading, and all are \
divided by their sum:
= b(x) = b'(x) P(z | x) / sum over y of b'(y) P(z | y)

Because the noise is uniform, P(z | x) is the same for all cells between the blue diamonds and 0 \
elsewhere: what does not fit goes out, the rest grows to make 100%. The sum under the line is the \
evidence: how well the model foresaw the reading.

# Doubt
The entropy of the belief, - sum of b log2 b, in bits. A belief of H bits is as unsure as one that \
is spread evenly over 2^H cells.
"""

_MODELS: Final = """
| model | what it assumes |
{table}

The explorer's rule is P(x') proportional to exp(-beta v(x')), v the visits of its own path, so a \
belief over cells alone is not enough: its tracker keeps hypotheses that carry their visits. The \
model with expected visits is the shortcut that the original took.

Auto multiplies the weight of each idea by how well it foresaw the reading; with a small \
probability the hidden one may change its manner at any step, so that no idea dies for good. An \
idea that a reading makes impossible is refuted and starts again from the average.
"""

_SCORES: Final = """
# Log-loss
- ln of the probability that the true cell had, in nats, averaged over the steps out of sight. 0 \
is certain knowledge, ln 2 = 0.69 a coin toss, 3.9 one cell in fifty. It counts at most 20 a step.

# Calibration
The 50% set are the fewest cells that hold half of the belief. A belief that knows how sure it is \
has the truth in it half of the time, and in its 90% set nine times in ten. The lighter band is \
where pure luck leaves 95 of 100 such counts.

# Looking back
Smoothing asks where it was some steps ago, given all readings up to now. It corrects the past; \
the belief about the present is the same with it and without it.

# Hiding
As the hidden one you score the nats of surprise a step of the first model; steps in sight count \
0. A whole walk enters the table of its maze and noise. Taking steps back is allowed, but such a \
walk does not count.
"""


ACTION_NAMES: Final = {
    "step": "Half a step on",
    "step_back": "Half a step back",
    "faster": "Faster",
    "slower": "Slower",
    "truth": "Show or hide the truth",
}
"""What the game's own actions do, for the page of controls."""


def pages(models: Sequence[AgentSpec]) -> tuple[tuple[str, str], ...]:
    """The pages (title, text); `models` have a name and a description each."""
    rows = [f"| {model.name} | {model.description} |" for model in models]
    return (
        ("The hidden one", _GAME.strip()),
        ("Bayes", _BAYES.strip()),
        ("Models", _MODELS.replace("{table}", "\n".join(rows)).strip()),
        ("Scores", _SCORES.strip()),
    )
