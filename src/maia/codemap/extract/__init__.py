"""From the bytes of one file to what it says. Pure: nothing is read or written here."""
