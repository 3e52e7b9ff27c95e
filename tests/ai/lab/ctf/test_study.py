"""The studies of capture-the-flag by their names, and the league that tournaments became."""

from __future__ import annotations

import pytest

from ai.lab.command_line import BAD_ARGUMENTS, run


@pytest.mark.parametrize(
    ("study", "told"),
    [
        ("chess", "There is no study 'chess' of ctf; there are belief, judge."),
        ("tournament", "`main.py league ctf --agents A,B --save FOLDER`"),
    ],
)
def test_another_study_is_refused(
    study: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "arena ctf --agents random,gatherer --games 1 --option"
    assert run([*words.split(), f"study={study}"]) == BAD_ARGUMENTS
    assert told in capsys.readouterr().err


def test_the_named_study_measures(capsys: pytest.CaptureFixture[str]) -> None:
    words = "arena ctf --agents gatherer --games 1 --option maze=loops-16x8 --option moves=60"
    assert run([*words.split(), "--option", "study=judge"]) == 0
    assert "the judge on the lead 12 rounds later" in capsys.readouterr().out
