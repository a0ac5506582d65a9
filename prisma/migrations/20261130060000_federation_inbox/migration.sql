CREATE TABLE federation_inbox (
  id uuid PRIMARY KEY,
  sender_uri text NOT NULL,
  host text NOT NULL,
  body text NOT NULL,
  synchronization text,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz(3) NOT NULL
);
CREATE INDEX federation_inbox_sender_uri_id_idx ON federation_inbox (sender_uri, id);
