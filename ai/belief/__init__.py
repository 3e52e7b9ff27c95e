"""Belief about an unseen agent: motion models, noisy sensors, and exact filters on a graph."""
