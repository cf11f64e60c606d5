-- The map of one repository. What the numbers mean: ../numbers.py.

-- What bytes say in one language, whatever files hold them in whatever work tree.
CREATE TABLE contents (
    id INTEGER PRIMARY KEY,
    key BLOB NOT NULL UNIQUE,
    kept INTEGER NOT NULL,  -- the day, since 1970
    names BLOB NOT NULL,
    record BLOB NOT NULL
);

CREATE TABLE worktrees (
    number INTEGER PRIMARY KEY,
    root BLOB NOT NULL UNIQUE,  -- a real path
    snapshot INTEGER NOT NULL,
    revision TEXT NOT NULL,
    published REAL NOT NULL,
    tool_version TEXT NOT NULL,
    extractor_version TEXT NOT NULL,
    files INTEGER NOT NULL,
    symbols INTEGER NOT NULL,
    edges INTEGER NOT NULL
);

-- `path` is a BLOB where it is no UTF-8; `content` is 0 where the file was not read.
CREATE TABLE files (
    id INTEGER PRIMARY KEY,
    path NOT NULL,
    content INTEGER NOT NULL,
    size INTEGER NOT NULL,
    modified_ns INTEGER NOT NULL,
    language TEXT NOT NULL,
    status TEXT NOT NULL,
    reason TEXT NOT NULL,
    lines INTEGER NOT NULL,
    is_generated INTEGER NOT NULL,
    is_minified INTEGER NOT NULL,
    next_slot INTEGER NOT NULL
);

CREATE TABLE symbols (
    id INTEGER PRIMARY KEY,
    place INTEGER NOT NULL,  -- among the symbols of the file
    name TEXT NOT NULL,
    qualified_name TEXT NOT NULL,
    kind TEXT NOT NULL,
    parent INTEGER NOT NULL,
    line INTEGER NOT NULL,
    "column" INTEGER NOT NULL,
    start_line INTEGER NOT NULL,
    end_line INTEGER NOT NULL,
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    signature TEXT NOT NULL,
    doc TEXT NOT NULL,
    visibility TEXT NOT NULL
);

CREATE TABLE edges (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    source INTEGER NOT NULL,
    target INTEGER NOT NULL,
    name TEXT NOT NULL,
    line INTEGER NOT NULL,
    "column" INTEGER NOT NULL,
    how TEXT NOT NULL
);

CREATE TABLE metrics (
    symbol INTEGER PRIMARY KEY,
    pagerank REAL NOT NULL,
    incoming INTEGER NOT NULL,
    outgoing INTEGER NOT NULL
);

-- Every name that a symbol has or had, once, upper and lower case alike; for similar names.
CREATE TABLE names (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE
);

CREATE VIRTUAL TABLE name_trigrams USING fts5 (
    name, content = '', tokenize = 'trigram', detail = 'none', columnsize = 0
);

CREATE VIRTUAL TABLE name_trigram_counts USING fts5vocab (name_trigrams, 'row');
