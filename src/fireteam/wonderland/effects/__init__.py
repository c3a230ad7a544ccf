"""9 Attack types, modifiers and effects."""
