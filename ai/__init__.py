"""The agents of the arcade and the algorithms they share; no code here draws."""
