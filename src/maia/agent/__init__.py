"""The agent: contracts, the rooms that know only them, and the runtime that joins the rooms."""
