"""Where something unseen is: motion models, noisy sensors, and exact filters on a graph."""
