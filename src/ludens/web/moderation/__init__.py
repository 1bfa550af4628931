"""What people report, and what moderators do about it; whom somebody does not want to meet."""
