-- CreateTable
CREATE TABLE remote_messages (
  message_id uuid NOT NULL,
  uri text,
  undelivered_at timestamptz(3),
  CONSTRAINT remote_messages_pkey PRIMARY KEY (message_id),
  CONSTRAINT remote_messages_uri_check CHECK (char_length(uri) <= 2000)
);
CREATE UNIQUE INDEX remote_messages_uri_key ON remote_messages (uri);
ALTER TABLE remote_messages ADD CONSTRAINT remote_messages_message_id_fkey
  FOREIGN KEY (message_id) REFERENCES messages (id) ON UPDATE CASCADE ON DELETE CASCADE;

-- A file of a message of another server has no bytes here: its copy is in remote_media. The replaced constraint allows
-- less, so all rows are valid.
ALTER TABLE media DROP CONSTRAINT media_bytes_check;
ALTER TABLE media ADD CONSTRAINT media_stored_bytes_check CHECK (bytes >= 0) NOT VALID;
CREATE TRIGGER media_delete_remote AFTER DELETE ON media
  FOR EACH ROW WHEN (OLD.bytes = 0) EXECUTE FUNCTION delete_remote_media();
