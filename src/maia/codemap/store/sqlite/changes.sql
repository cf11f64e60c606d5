-- What the writer asks and changes.

-- name: next_worktree
SELECT coalesce(max(number) + 1, 0) FROM worktrees;

-- name: worktrees
SELECT number, root FROM worktrees;

-- name: forget_worktree
DELETE FROM worktrees WHERE number = :worktree;

-- name: publish_worktree
INSERT OR REPLACE INTO worktrees VALUES (
    :worktree, :root, (SELECT coalesce(max(snapshot), 0) + 1 FROM worktrees), :commit, :published,
    :tool_version, :extractor_version,
    (SELECT count(*) FROM files WHERE id BETWEEN :first_file AND :last_file), :symbols, :edges
);

-- name: known_keys
SELECT key FROM contents;

-- name: content_numbered
SELECT id FROM contents WHERE key = ?;

-- name: keep_content
INSERT OR IGNORE INTO contents (key, kept, names, record) VALUES (?, ?, ?, ?);

-- name: record
SELECT record FROM contents WHERE id = ?;

-- name: names_of_files
SELECT files.id, names FROM files JOIN contents ON contents.id = content
WHERE files.id BETWEEN :first AND :last AND names <> x'';

-- name: symbol_rows
SELECT id, place, qualified_name, kind FROM symbols
WHERE id BETWEEN :first AND :last ORDER BY place;

-- name: all_symbol_numbers
SELECT id, place FROM symbols WHERE id BETWEEN :first AND :last;

-- name: inner_edges
SELECT id, kind, source, target, how FROM edges
WHERE id BETWEEN :first AND :last AND target <> 0;

-- name: last_file
SELECT max(id) FROM files WHERE id BETWEEN :first AND :last;

-- name: edges_to
SELECT id FROM edges WHERE target = ? AND target <> 0;

-- name: forget_files
DELETE FROM files WHERE id BETWEEN ? AND ?;

-- name: forget_symbols
DELETE FROM symbols WHERE id BETWEEN ? AND ?;

-- name: forget_edges
DELETE FROM edges WHERE id BETWEEN ? AND ?;

-- name: forget_metrics
DELETE FROM metrics WHERE symbol BETWEEN ? AND ?;

-- name: put_file
INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: put_symbol
INSERT INTO symbols VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: put_edge
INSERT INTO edges VALUES (?, ?, ?, ?, ?, ?, ?, ?);

-- name: put_metrics
INSERT INTO metrics VALUES (?, ?, ?, ?);

-- name: last_name
SELECT coalesce(max(id), 0) FROM names;

-- name: put_name
INSERT OR IGNORE INTO names (name) VALUES (?);

-- name: index_new_names
INSERT INTO name_trigrams (rowid, name) SELECT id, name FROM names WHERE id > :last;

-- name: holds_symbols
SELECT EXISTS (SELECT 1 FROM symbols) OR EXISTS (SELECT 1 FROM edges);

-- name: forget_unused_contents
DELETE FROM contents
WHERE kept < :day AND NOT EXISTS (SELECT 1 FROM files WHERE content = contents.id);
