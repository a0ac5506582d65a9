CREATE TABLE remote_engagements (
  actor_id uuid NOT NULL REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE,
  type text NOT NULL,
  thread_id uuid NOT NULL REFERENCES threads (id) ON UPDATE CASCADE ON DELETE CASCADE,
  uri text NOT NULL,
  PRIMARY KEY (actor_id, type, thread_id),
  CONSTRAINT remote_engagements_uri_check CHECK (char_length(uri) <= 2000)
);
CREATE INDEX remote_engagements_thread_id_idx ON remote_engagements (thread_id);
CREATE INDEX remote_engagements_actor_id_uri_idx ON remote_engagements (actor_id, uri);
