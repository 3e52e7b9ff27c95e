"""What F1 tells in Ur: the rules, how each agent thinks, the mind view, luck and skill."""

from __future__ import annotations

from typing import Final

_RULES: Final = """
Two sides race along two paths that share the middle row of the board. Light (a disc, below) and \
dark (a triangle, above) each bring their pieces from the start, the tray at the left, over 14 \
squares off the board, to the tray at the right. Who has all pieces off first wins. This page \
tells the rules of Finkel; the other rule sets follow below.

# A turn
Four tetrahedral dice are thrown. Each has two marked corners of four; the roll is the number of \
dice with a marked corner up.
| roll | 0 | 1 | 2 | 3 | 4 |
| of 16 | 1 | 4 | 6 | 4 | 1 |

Then one piece moves by the whole roll. If there is a legal move it must be made; if there is \
none, or the roll is 0, the turn passes by itself.

# The path
The arrowheads on the board show the way: light's are blue, dark's orange, brass where both go. N \
writes on every square its number on the path, by which moves are told: "start to 3", "6 to 9", \
"14 to off"; it is so by itself while a mind is open. Squares 1 to 4 are your own, 5 to 12 are \
shared, 13 and 14 are your own again. To leave the board a piece needs the exact roll. A square \
with an own piece is closed.

# Captures
A piece that lands on an opponent's piece on a shared square sends it back to its tray. On the \
rosette in the middle, square 8, a piece is safe: nobody may land there on it.

# Rosettes
Who lands on a rosette throws again. A capture or a piece that leaves the board gives no roll.

# Rule sets
Nobody knows how it was played; these are the readings that people play. Each has its usual number \
of pieces, which the page before a game takes up, and any can be played with 1 to 7.
| | Finkel | Schultz | Blitz | Masters | Aseb |
| pieces | 7 | 4 | 5 | 7 | 5 |
| squares | 14 | 14 | 16 | 16 | 16 |
| rosettes | 4 8 14 | 4 8 13 | 4 8 12 16 | 4 8 12 16 | 4 8 12 16 |
| safe | 8 | 8 | none | none | 8 12 16 |
| dice | 4 | 4 | 4 | 3 | 4 |
| a capture | | | rolls again | | |

Finkel: Irving Finkel's reading for the British Museum, which most people play.

Schultz: the rules of the student project that many of these agents come from; the last rosette \
lies one square early.

Masters: James Masters' reading. From the end of the middle row the way goes round the far block: \
light turns into dark's row and comes back through its own, dark the other way round, so that they \
meet head on. No rosette is safe. Three dice are thrown, and none marked counts 4: there is no 0.
| roll | 1 | 2 | 3 | 4 |
| of 8 | 3 | 3 | 1 | 1 |

Blitz: the same way with four dice and 5 pieces, and a capture throws again as a rosette does.

Aseb: the game of twenty squares as it was found in Egypt, with one long row. 5 to 16 are shared, \
and on every rosette a piece is safe.

On the far block of Masters and Blitz a square has two numbers: light's 12 is dark's 16. Moves are \
told by the numbers of the side that makes them.

# Playing
Click a piece, or where it would go; or press its number; or go through the moves with the arrows \
and confirm. L shows or hides the legal moves, U takes your last choice back, R \
plays it again, C copies the game as text. Plus and minus change the speed; a press \
during a move skips the rest of it.

# Watching
When agents play alone, space stops and goes on, the period key plays one turn, the comma key \
takes one back; so do the arrows to the right and left. A finished game can be watched again the \
same way: up and down go to the costly choices, home and end to both ends, and a click on the \
curve goes to that turn. A turn is a throw or a move.

# With a gamepad
Everything that has no button stands on the pause page under Tools: undo, speed, the legal moves, \
the names of the squares, the copy.
"""

_AGENTS: Final = """
# Random, First move, Last move
Any legal move with equal chance; always the least advanced piece; always the most advanced one.

# Greedy
Captures with the most advanced piece that can, else takes a rosette with the most advanced that \
can, else moves the most advanced.

# Greedy with square values
Every path square has a value. After each possible move the position is worth
= score = sum of v(square) over own pieces − the same over the other's

and the best score is played. The tables: flat (all 1), linear (the square's number i), pow1.5, \
pow2, pow3 (powers of i), focus-rosettes (i squared, doubled on 4, 8 and 13), penalize-start (i \
squared, start −10), and learned, which came out of a long training. On 16 squares the formulas go \
on, with the rosettes where they are there; learned values, the learners' too, keep squares 1 to 8 \
and are stretched over the rest. A captured piece is simply \
taken away here, and an extra roll is worth nothing by itself: so it was in the original.

# Look-ahead
The same values, after the move and D plies more (a ply is one roll of one side and its move). The \
sides always alternate, extra rolls are not known, and play goes on past a win: quirks of the \
original, kept.
= value(ply) = sum over rolls of P(roll) · best score of the side whose ply it is

# Look-ahead+
The same depth with the rules right: rosettes roll again, a win is a win, a captured piece is back \
at the start.

# Expectimax
The own move is ply 1, every later roll a ply; a rosette keeps the turn. With D plies left
= E(D) = sum over rolls of P(roll) · max over moves of ±E(D − 1) of the position after it

always seen by the side that rolls: plus where a rosette lets it roll again, minus where the \
opponent rolls next, so that the opponent's best is one's own worst. At the end stands E(0) = own \
advancement − the opponent's; wins and losses are the extremes. The plain \
variant knows no extremes. The panda leaves out the rolls 0 and 4 above ply 2 and scales the rest \
by 16/14, which is faster and sees nearly as well.

Published tables for expectimax (85.1, 79.2 and 67.8% overall) come from an engine whose centre \
rosette was not safe and whose count of dark's private squares was wrong. With the rules right, \
and the own move counted as ply 1, depth 3 beats greedy 81.9% of the time and depth 4 90.5% (±1.2 \
and ±1.4); depth 4 is what comes near the 92% quoted for a corrected engine. Nothing here was \
tuned to either.

# Learner
A brain is 16 square values, at first 0 to 15. Each game's win or loss is added to its node in a \
tree of brains and to all nodes above. The next brain is a child of the node that a descent \
reaches, always on to the child with the highest bound
= w/n + sqrt(2 · ln(games of the parent) / n)

until a node's own bound is higher than those of its children. A child changes one value by a \
random amount, triangular from −3 to 3. Its description says that the single node with the highest \
bound is taken; its program descends, and so does this one. In the picture a dotted branch stands \
for brains that are left out.

# Learner+
The same 16 values after the same number of games, but every position of every game is learned \
from: least-squares temporal differences fit how much each square tells about the winner.
= V(position) = sum of v(own) − sum of v(other's), toward +1 or −1

# Linear+
Adds 671 weights of squares and of pairs of squares, and makes the sum a win probability. It plays \
Finkel and Schultz.
= P(win) = 1 / (1 + exp(−sum of weights))

# Net
A network fitted to the solved game of 7 pieces. It looks up what several squares together are \
worth and adds that up; two hidden layers correct the sum. It looks one roll ahead, and where \
both sides have at most 4 pieces left it looks up the solved value instead. It plays Finkel, and \
guesses at Schultz.

# Perfect
The solved game. The value of a position is the fixed point of
= V(position) = sum over rolls of P(roll) · max over moves of V or 1 − V of what follows

for all positions at once, found by sweeps until nothing changes. The games of up to 4 pieces \
of Finkel and Schultz come with the arcade; larger ones, and those of Blitz, Masters and Aseb, are \
solved on your machine, from the position editor or with
= main.py solve ur --rules finkel --pieces 7
"""

_MIND: Final = """
The panel on the right is the mind of the agent that moved last, as it was when it chose. M \
hides it.

# The candidates
Every legal move with its score, best first; what was played has a brass outline. Random shows \
equal chances, greedy its ranks, value players their scores, expectimax the expected value, \
perfect, net and linear+ the probability to win.

# Equal moves
Where two moves are worth the same, the piece furthest back moves; a note says so. Random throws \
a die of its own.

# After the next roll
Perfect and expectimax also show what each next roll is worth to the side that moved: where all \
bars are alike the position is calm.

# Lines
Expectimax shows how it thinks the game goes on, if every roll were a 2.

# Values of the squares
Greedy players and learners show their 16 values. T writes them on the board's squares too, \
along the path of that side.
"""

_LUCK: Final = """
The graph under the board is light's probability to win if both play on as well as can be. Up to 4 \
pieces of Finkel and Schultz, and for games that were solved here, it is exact; for the others it \
is estimated, and says so. For Blitz, Masters and Aseb the estimate is the race: how far each side \
has come, after the next roll's best move. It is off by about 7 points on average.
= P(win) = 1 / (1 + exp(−0.42 · (lead + 1.6) / √squares left))

# Luck
A roll changes what you can expect. That change is luck:
= luck = V(after the roll, best move) − V(before the roll)

Over many games luck adds up to nothing.

# Skill
A choice can at best keep what the roll gave:
= cost of a choice = V(best move) − V(move played)

"Choices" adds up what the other side's choices gave you and takes off what your own cost.

# Review
After the game the costliest choices are listed with the better move. Choose a row, with the mouse \
or with up and confirm, and the replay stands at that turn: red is what was played, green what was \
better. The position editor on the \
pause page shows every move's chances in any position; the training room lets learners grow.
"""

PAGES: Final[tuple[tuple[str, str], ...]] = (
    ("Rules", _RULES.strip()),
    ("How they think", _AGENTS.strip()),
    ("The mind view", _MIND.strip()),
    ("Luck and skill", _LUCK.strip()),
)
