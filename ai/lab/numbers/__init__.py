"""Numbers in the laboratory: recorded people, fitting, analysis."""
