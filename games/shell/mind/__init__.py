"""The panel that shows what an agent thinks, and the painters of its items."""
