-- What readers ask. :first and :last bound the numbers of a work tree or of a file.

-- name: snapshot
SELECT snapshot, root, revision, published, tool_version, extractor_version, files, symbols, edges
FROM worktrees WHERE number = :worktree;

-- name: worktree
SELECT number FROM worktrees WHERE root = :root;

-- name: files
SELECT * FROM files WHERE id BETWEEN :first AND :last;

-- name: file
SELECT * FROM files WHERE path = :path AND id BETWEEN :first AND :last;

-- name: file_numbered
SELECT * FROM files WHERE id = :number AND id BETWEEN :first AND :last;

-- name: record
SELECT record FROM contents JOIN files ON content = contents.id WHERE files.id = :file;

-- name: symbol
SELECT * FROM symbols WHERE id = :number;

-- name: symbols_named
-- Without COLLATE the index, which does not tell upper from lower case, would not be used.
SELECT * FROM symbols
WHERE name = :name COLLATE NOCASE AND name = :name AND id BETWEEN :first AND :last
ORDER BY id;

-- name: symbols_qualified
SELECT * FROM symbols
WHERE name = :name COLLATE NOCASE AND qualified_name GLOB :pattern
    AND id BETWEEN :first AND :last
ORDER BY id;

-- name: symbols_of
SELECT * FROM symbols WHERE id BETWEEN :first AND :last ORDER BY place;

-- name: edges_to
SELECT * FROM edges WHERE target = :node AND target <> 0;

-- name: edges_from
SELECT * FROM edges WHERE id BETWEEN :first AND :last AND source = :node;

-- name: edges_of
SELECT * FROM edges WHERE id BETWEEN :first AND :last;

-- name: edges_outside
SELECT * FROM edges WHERE name = :name AND target = 0 AND id BETWEEN :first AND :last;

-- name: metrics
SELECT * FROM metrics WHERE symbol = :symbol;

-- name: all_symbols
SELECT id FROM symbols WHERE id BETWEEN :first AND :last;

-- name: all_edges
SELECT source, target, kind, how FROM edges
WHERE id BETWEEN :first AND :last AND target <> 0;

-- name: languages
SELECT language, status, reason, count(*), sum(lines) FROM files
WHERE id BETWEEN :first AND :last GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2, 3;

-- name: names_from
SELECT name FROM names WHERE name >= :low AND name < :high ORDER BY name LIMIT :limit;

-- name: trigram_count
SELECT doc FROM name_trigram_counts WHERE term = :trigram;

-- name: names_with_trigrams
SELECT name FROM names WHERE id IN (
    SELECT rowid FROM name_trigrams WHERE name_trigrams MATCH :trigrams LIMIT :limit
);

-- name: has_symbol
SELECT name FROM symbols
WHERE name = :name COLLATE NOCASE AND id BETWEEN :first AND :last LIMIT 1;
