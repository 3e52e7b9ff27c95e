"""Planet Wars without the protocol: states and turns, orders, both notations, maps, forecasts."""
