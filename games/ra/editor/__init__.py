"""The position editor of Ra: any table, and what the oracle holds of it."""
