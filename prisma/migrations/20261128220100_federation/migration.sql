CREATE TABLE remote_actors (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE,
  uri text NOT NULL UNIQUE,
  url text,
  inbox text NOT NULL,
  shared_inbox text,
  keys jsonb NOT NULL,
  fetched_at timestamptz(3) NOT NULL,
  CONSTRAINT remote_actors_lengths_check CHECK (char_length(uri) <= 2000 AND char_length(url) <= 2000
    AND char_length(inbox) <= 2000 AND char_length(shared_inbox) <= 2000)
);

-- Rows stay when an account is deleted: its username is never given to another one.
CREATE TABLE actor_keys (
  actor_id uuid PRIMARY KEY,
  username text NOT NULL UNIQUE,
  public_key text NOT NULL,
  encrypted_private_key bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE remote_activities (
  actor_id uuid NOT NULL REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE,
  type text NOT NULL,
  object_id uuid NOT NULL REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE,
  uri text NOT NULL,
  PRIMARY KEY (actor_id, type, object_id),
  CONSTRAINT remote_activities_uri_check CHECK (char_length(uri) <= 2000)
);
CREATE INDEX remote_activities_object_id_idx ON remote_activities (object_id);

CREATE TABLE servers (
  domain text PRIMARY KEY,
  failures integer NOT NULL DEFAULT 0,
  paused_until timestamptz(3),
  last_success_at timestamptz(3)
);

CREATE TABLE federation_events (
  id uuid PRIMARY KEY,
  type text NOT NULL,
  actor_id uuid NOT NULL,
  object_id uuid,
  reference text
);

CREATE TABLE federation_activities (
  id uuid PRIMARY KEY,
  body text NOT NULL
);

CREATE TABLE federation_queue (
  id uuid PRIMARY KEY,
  activity_id uuid NOT NULL REFERENCES federation_activities (id) ON UPDATE CASCADE ON DELETE CASCADE,
  actor_id uuid NOT NULL,
  inbox text NOT NULL,
  host text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz(3) NOT NULL
);
CREATE INDEX federation_queue_activity_id_idx ON federation_queue (activity_id);
CREATE INDEX federation_queue_due_at_idx ON federation_queue (due_at);
CREATE INDEX federation_queue_inbox_actor_id_id_idx ON federation_queue (inbox, actor_id, id);

CREATE TABLE federation_kv (
  key text PRIMARY KEY,
  value jsonb NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX federation_kv_expires_at_idx ON federation_kv (expires_at);
