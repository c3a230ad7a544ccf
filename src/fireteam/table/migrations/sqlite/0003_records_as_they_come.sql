CREATE TABLE records_as_they_come (
    table_id TEXT NOT NULL REFERENCES tables (id),
    position INTEGER NOT NULL,
    order_id TEXT,
    body BLOB NOT NULL,
    PRIMARY KEY (table_id, position)
) STRICT;

INSERT INTO records_as_they_come SELECT table_id, position, order_id, body FROM records;

DROP TABLE records;

ALTER TABLE records_as_they_come RENAME TO records;

CREATE UNIQUE INDEX records_by_order ON records (table_id, order_id) WHERE order_id IS NOT NULL;
