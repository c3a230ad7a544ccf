"""5 Effect dice: how large a success is and what it does; clocks and complications."""
