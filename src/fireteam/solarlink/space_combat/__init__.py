"""Chapter 15: vessels, their crews, and what they do to each other."""
