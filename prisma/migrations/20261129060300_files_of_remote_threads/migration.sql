-- The address of a copy on this server. Null for the rows of earlier servers, whose files are links.
ALTER TABLE remote_attachments ADD COLUMN storage_key text;
ALTER TABLE remote_attachments ALTER COLUMN storage_key SET DEFAULT replace(gen_random_uuid()::text, '-', '');

-- The file is fetched when it is first needed. Documents stay links.
CREATE FUNCTION insert_remote_media() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO remote_media (storage_key, owner_id, kind, uri)
  SELECT NEW.storage_key, author_id, 'attachment', NEW.url FROM threads
  WHERE id = NEW.thread_id AND author_id IS NOT NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER remote_attachments_insert_media AFTER INSERT ON remote_attachments
  FOR EACH ROW WHEN (NEW.storage_key IS NOT NULL AND NEW.type <> 'other')
  EXECUTE FUNCTION insert_remote_media();

CREATE FUNCTION delete_remote_media() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM remote_media WHERE storage_key = OLD.storage_key;
  RETURN NULL;
END $$;

CREATE TRIGGER remote_attachments_delete_media AFTER DELETE ON remote_attachments
  FOR EACH ROW EXECUTE FUNCTION delete_remote_media();
