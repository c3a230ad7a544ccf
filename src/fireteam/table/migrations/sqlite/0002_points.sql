CREATE TABLE points (
    table_id TEXT NOT NULL REFERENCES tables (id),
    position INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (table_id, position)
) STRICT, WITHOUT ROWID;
