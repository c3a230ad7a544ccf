CREATE TABLE tables (
    id text PRIMARY KEY,
    head bytea NOT NULL,
    key bytea NOT NULL
);

CREATE TABLE records (
    table_id text NOT NULL REFERENCES tables (id),
    position integer NOT NULL,
    order_id text,
    body bytea NOT NULL,
    PRIMARY KEY (table_id, position)
);

CREATE UNIQUE INDEX records_by_order ON records (table_id, order_id) WHERE order_id IS NOT NULL;

CREATE TABLE links (
    hash text PRIMARY KEY,
    table_id text NOT NULL REFERENCES tables (id),
    seat text NOT NULL,
    number integer NOT NULL,
    UNIQUE (table_id, seat)
);
