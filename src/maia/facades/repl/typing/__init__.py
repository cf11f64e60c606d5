"""What helps a person type: earlier requests, completion, an editor of their own."""
