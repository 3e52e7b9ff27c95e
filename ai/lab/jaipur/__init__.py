"""Jaipur in the laboratory: analysis, training, speeds."""
