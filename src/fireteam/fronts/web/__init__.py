"""The live table's server: a JSON API, a WebSocket, and what guards them (`docs/table.md`)."""
