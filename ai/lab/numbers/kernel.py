"""The inner loops of fitting the sequence predictor, compiled with numba (requirements-lab.txt).

`replay` runs one mixer over one recorded sequence exactly as `ai.sequence.mixing` does, and adds
up the gradients of the log loss with respect to the starting weights and to the logarithm of the
learning rates. Both gradients are of first order: they treat what the mixer learned on the way as
a constant shift (first-order meta-learning, Nichol, Achiam & Schulman 2018; hypergradients of the
step size, Baydin et al. 2018).
"""

from __future__ import annotations

import numba
import numpy as np


@numba.njit(cache=True)
def replay(evidence, index, moves, start, rate, forget, forecast, slope, rate_slope):  # type: ignore[no-untyped-def]
    """Run one mixer; fill `forecast` (n, k), add to `slope` and `rate_slope` (weights,)."""
    length, rows, k = evidence.shape
    weight = start.copy()
    curvature = np.zeros_like(start)
    p = np.zeros(k)
    for t in range(length):
        p[:] = 0.0
        for a in range(rows):
            w = weight[index[t, a]]
            for s in range(k):
                p[s] += w * evidence[t, a, s]
        top = p.max()
        total = 0.0
        for s in range(k):
            p[s] = np.exp(p[s] - top)
            total += p[s]
        for s in range(k):
            p[s] /= total
            forecast[t, s] = p[s]
        x = moves[t]
        for a in range(rows):
            mean = 0.0
            square = 0.0
            for s in range(k):
                e = evidence[t, a, s]
                mean += p[s] * e
                square += p[s] * e * e
            i = index[t, a]
            g = evidence[t, a, x] - mean
            slope[i] += g
            rate_slope[i] += g * (weight[i] - start[i])
            curvature[i] = forget * curvature[i] + square - mean * mean
            weight[i] += rate[i] / (1.0 + rate[i] * curvature[i]) * g
