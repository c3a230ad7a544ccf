"""10 GM moves."""
