"""Ur in the laboratory: batches of games, fitting, solving, analysis."""
