"""Chapter 13: fights on foot, from reach to the blast of a charge."""
