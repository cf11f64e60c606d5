-- Made after the rows of a first build: that is three times as fast as keeping them up to date.

CREATE INDEX IF NOT EXISTS files_by_path ON files (path);

CREATE INDEX IF NOT EXISTS contents_by_day ON contents (kept);

CREATE INDEX IF NOT EXISTS files_by_content ON files (content);

CREATE INDEX IF NOT EXISTS symbols_by_name ON symbols (name COLLATE NOCASE, qualified_name);

CREATE INDEX IF NOT EXISTS edges_by_target ON edges (target) WHERE target <> 0;

CREATE INDEX IF NOT EXISTS edges_by_name ON edges (name) WHERE target = 0;
