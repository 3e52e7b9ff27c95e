"""Karate in the laboratory: analysis, training, sparring partners."""
