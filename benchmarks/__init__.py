"""Speed, side by side with the peers."""
