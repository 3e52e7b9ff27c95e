"""The scenes around play: launcher, setup, pause, result, players, settings, help."""
