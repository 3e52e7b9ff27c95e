"""Ra in the laboratory: the analysis protocol, training, speeds."""
