"""The table: what happened in a fight, written down so that it can be gone on with, shown again and checked."""
