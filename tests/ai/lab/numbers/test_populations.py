"""Populations: people whose weights are known are found again, with what goes together in them."""

import numpy as np
import pytest

pytestmark = pytest.mark.lab

ROWS_USED = np.array([0, 3, 70])
MEAN = np.array([1.0, -0.5, 0.3])
SPREAD = np.array([[0.5, 0.35, 0.0], [0.35, 0.5, 0.0], [0.0, 0.0, 0.02]])


def made_up_people(study, shift, people, seed, k=4, length=120):
    from ai.lab.numbers.recording import Recording

    rng = np.random.default_rng(seed)
    recordings = []
    for player in range(people):
        weights = rng.multivariate_normal(MEAN + shift, SPREAD)
        evidence = rng.normal(size=(length, len(ROWS_USED), k)).astype(np.float32)
        score = np.einsum("r,nrk->nk", weights, evidence)
        chance = np.exp(score) / np.exp(score).sum(axis=1, keepdims=True)
        moves = np.array([rng.choice(k, p=row) for row in chance])
        none = np.zeros((length, 1, k), dtype=np.float32)
        index = np.zeros((length, len(ROWS_USED)), dtype=np.int16)
        recordings.append(
            Recording(
                study,
                str(player),
                k,
                False,
                1,
                np.array([0]),
                moves,
                none,
                evidence,
                ROWS_USED,
                index,
            )
        )
    return recordings


def test_people_are_found_again():
    from ai.lab.numbers.populations import fit_populations

    shift = np.array([0.0, 0.0, 0.6])
    people = [
        *made_up_people("calm", -shift, 70, 1),
        *made_up_people("lively", shift, 70, 2),
    ]
    made_up = made_up_people("habitual", np.zeros(3), 20, 3, k=8)
    populations, varieties = fit_populations(people, made_up, False)
    by_name = {origin.name: origin for origin in populations}
    assert list(by_name) == ["people", "people 4", "calm", "lively"]
    assert by_name["calm"].mean(4)[ROWS_USED] == pytest.approx(MEAN - shift, abs=0.3)
    assert by_name["lively"].mean(4)[ROWS_USED] == pytest.approx(MEAN + shift, abs=0.3)
    assert by_name["people"].mean(8)[ROWS_USED] == pytest.approx(MEAN, abs=0.35)
    covariance = {v.alphabet: v.covariance[np.ix_(ROWS_USED, ROWS_USED)] for v in varieties}
    assert set(covariance) == {0, 4}
    correlation = covariance[4] / np.sqrt(np.outer(*[np.diag(covariance[4])] * 2))
    assert 0.3 < correlation[0, 1] < 0.9
    assert abs(correlation[0, 2]) < 0.3
    assert covariance[4][2, 2] < 0.3 * covariance[4][0, 0]
    assert (
        covariance[0][2, 2] > covariance[4][2, 2]
    )  # the studies differ in it, their people do not


def test_the_first_trust_goes_inversely_with_length():
    from ai.lab.numbers.populations import fit_populations

    people = [
        *made_up_people("short", np.zeros(3), 8, 1, length=40),
        *made_up_people("long", np.zeros(3), 8, 2, length=120),
    ]
    populations, _ = fit_populations(people, [], False)
    trust = {origin.name: origin.trust for origin in populations}
    assert trust["short"] == pytest.approx(3 * trust["long"])
    assert trust["short"] + trust["long"] == pytest.approx(2)


def test_nobody_but_made_up_players_still_makes_people():
    from ai.lab.numbers.populations import fit_populations

    populations, varieties = fit_populations(
        [], made_up_people("habitual", np.zeros(3), 12, 3), True
    )
    assert [origin.name for origin in populations] == ["people opponent"]
    assert [variety.alphabet for variety in varieties] == [0]
    assert np.linalg.eigvalsh(varieties[0].covariance)[0] > -1e-9
