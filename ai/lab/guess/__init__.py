"""Guess 2/3 in the laboratory: analysis, forecasts measured on crowds, speeds."""
