"""The agent beside a bare script."""
