"""The arcade for screen readers: nodes, the words of a table, and the bridge to a reader."""
