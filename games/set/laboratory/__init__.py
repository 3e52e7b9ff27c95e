"""The laboratory of Set: why there is no set so often, counted while one watches."""
