"""Prediction of the next symbol of a sequence that a person makes; knows no game."""
