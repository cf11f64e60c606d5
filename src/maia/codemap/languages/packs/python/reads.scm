(identifier) @read
