"""Planet Wars in the laboratory."""
