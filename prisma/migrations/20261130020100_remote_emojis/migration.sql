-- squawk-ignore constraint-missing-not-valid
ALTER TABLE remote_media DROP CONSTRAINT remote_media_kind_check;
ALTER TABLE remote_media ADD CONSTRAINT remote_media_kind_check
  CHECK (kind IN ('picture', 'banner', 'attachment', 'emoji')) NOT VALID;

-- Texts contain only the shortcode: an emoji is that of the server of the author.
CREATE TABLE remote_emojis (
  domain text NOT NULL,
  shortcode text NOT NULL,
  storage_key text NOT NULL UNIQUE REFERENCES remote_media (storage_key) ON UPDATE CASCADE ON DELETE CASCADE,
  PRIMARY KEY (domain, shortcode)
);

-- A replaced picture is deleted.
CREATE TRIGGER remote_emojis_delete_media AFTER DELETE ON remote_emojis
  FOR EACH ROW EXECUTE FUNCTION delete_remote_media();
CREATE TRIGGER remote_emojis_replace_media AFTER UPDATE ON remote_emojis
  FOR EACH ROW WHEN (OLD.storage_key <> NEW.storage_key) EXECUTE FUNCTION delete_remote_media();
