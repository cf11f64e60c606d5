"""Who may do what: rules, profiles, and the gate that applies them (spec 9)."""
