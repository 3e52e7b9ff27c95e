"""Set in the laboratory: analysis, fitting, speeds."""
