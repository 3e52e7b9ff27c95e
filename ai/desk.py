"""A desk: the part of a process beside a page that answers its messages.

Both speak in lines of JSON (`games.child`). A message names what it asks for by its "op"; a desk
answers with none, one or several replies. What it cannot do it answers by
`{"op": "error", "error": a sentence}`, whatever came in the line.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from games.fields import BadSave, json_object

Message = Mapping[str, Any]
Reply = dict[str, Any]
Operation = Callable[[Message], Reply | Iterable[Reply] | None]
ASKER: Final = "by_pane"
"""The part of a message that says who asks; its replies repeat it."""
_DAMAGE: Final = (LookupError, TypeError, ValueError)
"""What an operation may end with where a part of its message is missing or of another kind."""


class Desk:
    """Answers messages, each by the operation that it names.

    An exception of a class in `known` is answered by its `sentence`, any other that a message
    without sense leads to by the sentence `confused`.

    >>> class Halves(Desk):
    ...     def operations(self):
    ...         return {"half": lambda message: {"op": "half", "is": message["of"] / 2}}
    >>> list(Halves().talk(['{"op": "half", "of": 3}', "no JSON"]))
    [{'op': 'half', 'is': 1.5}, {'op': 'error', 'error': 'That was not understood; try again.'}]
    """

    known: tuple[type[Exception], ...] = ()
    confused = "That was not understood; try again."

    def operations(self) -> Mapping[str, Operation]:
        """Return the operations by the word in "op"."""
        return {}

    def sentence(self, problem: Exception) -> str:
        """Return the sentence for one of the `known` problems."""
        return str(problem)

    def answers(self, message: Message) -> Iterator[Reply]:
        """Answer a `message`: by none, one or several replies."""
        asker = {ASKER: message[ASKER]} if ASKER in message else {}
        try:
            found = self.operations()[message["op"]](message)
            for reply in (found,) if isinstance(found, dict) else found or ():
                yield {**reply, **asker}
        except self.known as problem:
            yield {"op": "error", "error": self.sentence(problem)}
        except _DAMAGE:
            yield {"op": "error", "error": self.confused}

    def answer(self, message: Message) -> Reply:
        """Answer a `message`; return the last reply, {} where there is none."""
        replies = list(self.answers(message))
        return replies[-1] if replies else {}

    def talk(self, lines: Iterable[str]) -> Iterator[Reply]:
        """Answer lines of JSON one after the other; a line that holds no message names nothing."""
        for line in lines:
            try:
                message = json_object(line)
            except BadSave:
                message = {}
            yield from self.answers(message)


def tell(reply: Mapping[str, Any]) -> None:
    """Send a `reply` to whoever asked."""
    print(json.dumps(reply, allow_nan=False), flush=True)


def serve(desk: Desk) -> None:
    """Answer the lines of standard input until there are no more."""
    for reply in desk.talk(sys.stdin):
        tell(reply)
