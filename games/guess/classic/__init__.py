"""The pool of 2009, kept running, and the lesson of how it breaks."""
