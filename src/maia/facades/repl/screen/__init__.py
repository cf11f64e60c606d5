"""The person's side of the line facade: a live area under a log that scrolls, or plain lines."""
