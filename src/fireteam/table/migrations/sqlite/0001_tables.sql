CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    head BLOB NOT NULL,
    key BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE records (
    table_id TEXT NOT NULL REFERENCES tables (id),
    position INTEGER NOT NULL,
    order_id TEXT,
    body BLOB NOT NULL,
    PRIMARY KEY (table_id, position)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX records_by_order ON records (table_id, order_id) WHERE order_id IS NOT NULL;

CREATE TABLE links (
    hash TEXT PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat TEXT NOT NULL,
    number INTEGER NOT NULL,
    UNIQUE (table_id, seat)
) STRICT, WITHOUT ROWID;
