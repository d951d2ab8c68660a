"""`acidtest judge`: rewards for training loops on other machines, and the client for it."""
