"""The agents of the arcade and the algorithms they share; nothing here draws."""
