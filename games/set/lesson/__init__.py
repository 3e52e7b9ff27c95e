"""The first lesson of Set: six steps with junior cards, one feature at a time."""
