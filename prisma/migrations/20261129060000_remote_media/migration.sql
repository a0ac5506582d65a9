-- The key of a file exists before the file, so that rows such as `users.picture_key` contain it like that of a local file.
CREATE TABLE remote_media (
  storage_key text PRIMARY KEY,
  owner_id uuid NOT NULL REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE,
  kind text NOT NULL,
  uri text NOT NULL,
  bytes bigint NOT NULL DEFAULT 0,
  last_used_at timestamptz(3),
  claimed_until timestamptz(3),
  failed_at timestamptz(3),
  is_rejected boolean NOT NULL DEFAULT false,
  CONSTRAINT remote_media_kind_check CHECK (kind IN ('picture', 'banner', 'attachment')),
  CONSTRAINT remote_media_uri_check CHECK (char_length(uri) <= 2000)
);
CREATE INDEX remote_media_owner_id_idx ON remote_media (owner_id);
-- The files that are stored, the least recently used ones first.
CREATE INDEX remote_media_last_used_at_idx ON remote_media (last_used_at) WHERE bytes > 0;

-- The files of a deleted row are deleted like those of other rows.
CREATE TRIGGER remote_media_release_key AFTER DELETE ON remote_media
  FOR EACH ROW EXECUTE FUNCTION release_media_key();
