-- Most files of other servers are never fetched, so there is nothing to delete. A file that is being fetched is deleted afterwards.
CREATE FUNCTION release_remote_media() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unclaimed_media (storage_key, since) VALUES (OLD.storage_key, coalesce(OLD.claimed_until, '-infinity'))
  ON CONFLICT (storage_key) DO UPDATE SET since = excluded.since;
  RETURN NULL;
END $$;

DROP TRIGGER remote_media_release_key ON remote_media;
CREATE TRIGGER remote_media_release_key AFTER DELETE ON remote_media
  FOR EACH ROW WHEN (OLD.bytes > 0 OR OLD.claimed_until IS NOT NULL) EXECUTE FUNCTION release_remote_media();
