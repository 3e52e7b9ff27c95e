"""The line of a match: every turn as it was shown, those taken back since included.

Here stands the one rule of take-backs. A turn is revealing if chance drew in it, if an agent's
sealed move was opened in it, or if its events uncovered hidden things (`GameSpec.uncovers`). A
player who takes such a turn back knows the future: another choice than before is practice. An own
move without a revealing turn after it is taken back freely.
"""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final

from games.core import Log, Moves, Turn
from games.match import Match
from games.session.reveal import Reveal
from games.session.setup import Setup
from games.store.bot_minds import MOST_KEPT, KeptMinds, size_of

TOOK_BACK: Final = "You took back a choice"
ELSEWHERE: Final = "You took a hint or a choice back in another window"
SEEN: Final = "You have seen what came next: choose anew now, and this match is practice."
"""Said at the first take-back after which another choice would be practice."""


class Line:
    """The turns of a `match` as they were shown; a person fills each of the seats `people`.

    What programs in the seats `bots` thought stays with the last turns, as far as there is room.
    """

    def __init__(
        self,
        match: Match[Any],
        people: Collection[int],
        uncovers: Collection[str],
        bots: Collection[int] = (),
    ) -> None:
        self._match, self._people, self._uncovers = match, frozenset(people), frozenset(uncovers)
        self._reveals: list[Reveal] = []
        self._bots = frozenset(bots)
        self._minded: deque[tuple[Reveal, int]] = deque()
        self._room = MOST_KEPT

    def extend(self, reveals: Iterable[Reveal]) -> None:
        """Add the turns of a match that is taken up."""
        self._reveals += reveals

    def put(self, reveal: Reveal, again: bool) -> None:
        """Add the turn that was just played; one that is not played `again` ends the line."""
        turn = len(self._match.turns)
        thought = {seat: reveal.thought[seat] for seat in self._bots & reveal.thought.keys()}
        reveal = dataclasses.replace(reveal, thought=thought, legal={})
        self._reveals[turn - 1 : turn if again else None] = [reveal]
        if thought:
            self._make_room(reveal)

    def _make_room(self, reveal: Reveal) -> None:
        """Drop the oldest thoughts of bots where those of a new `reveal` are too many."""
        before = self._minded[-1][0].thought if self._minded else {}
        size = sum(size_of(m) for seat, m in reveal.thought.items() if m != before.get(seat))
        self._minded.append((reveal, size))
        self._room -= size
        while self._room < 0:
            old, size = self._minded.popleft()
            old.thought = {}
            self._room += size

    @property
    def played(self) -> Sequence[Reveal]:
        """The turns played up to now."""
        turns, line = len(self._match.turns), self._reveals
        return line if len(line) == turns else line[:turns]

    @property
    def last(self) -> Reveal | None:
        """The turn that was played last."""
        return self._reveals[len(self._match.turns) - 1] if self._match.turns else None

    def restore(self, found: Log) -> None:
        """Take up what was drawn afresh and what bots showed, as a log has it."""
        for turn, drawn in found.draws.items():
            self._reveals[turn].draws = drawn
        for turn, seat in sorted(found.minds):
            if seat in self._bots and turn <= len(self._reveals):
                before = self._reveals[turn - 1]
                thought = {**before.thought, seat: found.minds[turn, seat]}
                self._reveals[turn - 1] = dataclasses.replace(before, thought=thought)
        for reveal in self._reveals if found.minds else ():
            if reveal.thought:
                self._make_room(reveal)

    def minds(self) -> KeptMinds:
        """Return what bots showed in the turns to be kept."""
        shown = enumerate(self._reveals if self._bots else (), 1)
        return {(n, seat): mind for n, reveal in shown for seat, mind in reveal.thought.items()}

    def log(self, setup: Setup, turns: Sequence[Turn] | None = None) -> Log:
        """Return the match of a `setup` as plain data: these `turns`, else those played."""
        turns = list(self._match.turns if turns is None else turns)
        shown = enumerate(self._reveals[: len(turns)])
        draws = {turn: dict(reveal.draws) for turn, reveal in shown if reveal.draws}
        params, practice = dict(setup.params), setup.practice
        return Log(setup.game, params, setup.seed, setup.seats, turns, draws, practice)

    def way_back(self, undo: str) -> int | None:
        """Return the number of turns to go back to by `undo` (`GameSpec.undo`); None for no way."""
        turns = self._match.turns
        if undo == "any" and turns:
            return len(turns) - 1
        own = (n for n, turn in enumerate(turns) if self._people & dict(turn).keys())
        return max(own, default=None) if undo == "own" else None

    # -- what was taken back ---------------------------------------------------------------

    def showed(self, after: int) -> bool:
        """Return whether a turn from `after` on revealed things the people here could not know."""
        return any(
            any(seat not in self._people for seat in reveal.moves)
            or any(event.kind in self._uncovers for event in reveal.events)
            for reveal in self._reveals[after:]
        )

    @property
    def known(self) -> bool:
        """True if the people here know what comes, since they took back what showed it."""
        return self._match.can_redo and self.showed(len(self._match.turns))

    def repeats(self, moves: Moves) -> bool:
        """Return whether `moves`, with no person's choice, only play again what was taken back."""
        back = self._match.taken_back
        return bool(back) and dict(back[0]) == moves and not self._people & moves.keys()

    def kept(self) -> int:
        """Return how many turns are to be kept."""
        return len(self.whole())

    def whole(self) -> list[Turn]:
        """Return the turns to be kept: all that were shown, if the people know what comes.

        So a player cannot undo the knowledge by leaving the match and coming back.
        """
        return [*self._match.turns, *(self._match.taken_back if self.known else ())]
