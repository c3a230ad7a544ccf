"""3 Combat moves and dealing damage."""
