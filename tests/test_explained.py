"""A failed assertion shows its values, though no file is rewritten before it runs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.explained import explain

three = 3


def wrong_number() -> None:
    two = 2
    assert two == three


def wrong_in_a_comprehension() -> None:
    parts = ["a", "b"]
    assert all(part in parts for part in (*parts, "c")), f"of {len(parts)}"


def wrong_once() -> None:
    given = iter((1, 2, 3))
    assert next(given) == 2


def raised() -> None:
    raise AssertionError("as it was")


@pytest.mark.parametrize(
    ("check", "words"),
    [
        (wrong_number, "assert 2 == 3"),
        (wrong_in_a_comprehension, "of 2\nassert False\n +  where False = all("),
        (wrong_once, "the assertion held"),
        (raised, "as it was"),
    ],
)
def test_a_failed_assertion_has_its_values(check: Callable[[], None], words: str) -> None:
    with pytest.raises(AssertionError) as caught:
        check()
    explain(caught.value)
    assert words in "\n".join(
        [*map(str, caught.value.args), *getattr(caught.value, "__notes__", ())]
    )


def test_a_test_that_fails_is_explained(request: pytest.FixtureRequest) -> None:
    failing = pytest.Function.from_parent(request.node.parent, name="wrong", callobj=wrong_number)
    with pytest.raises(AssertionError, match="assert 2 == 3"):
        request.config.hook.pytest_pyfunc_call(pyfuncitem=failing)
