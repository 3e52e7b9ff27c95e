"""Two players, one matrix of gains: equilibrium, theories of the other, and a budget of risk."""
