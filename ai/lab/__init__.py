"""The laboratory: tournaments, training, analysis and measurements for the command line."""

VERSION = "1.0.0"
