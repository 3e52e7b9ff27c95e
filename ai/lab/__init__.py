"""The laboratory: tournaments, training, analysis and measurements for the command line."""
