CREATE TABLE points (
    table_id text NOT NULL REFERENCES tables (id),
    position integer NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (table_id, position)
);
