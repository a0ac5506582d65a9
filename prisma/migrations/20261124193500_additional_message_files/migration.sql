-- The files of a message after the first, which has "message_id". Servers of the previous release read one file of a message.
ALTER TABLE "media" ADD COLUMN "additional_message_id" UUID;
ALTER TABLE "media" ADD CONSTRAINT "media_additional_message_id_fkey"
FOREIGN KEY ("additional_message_id") REFERENCES "messages"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;

-- For servers of the previous release: they delete uploads that neither a thread, message nor scheduled thread uses.
-- Drop the trigger when no running release deletes them without reading "additional_message_id".
CREATE FUNCTION keep_additional_file() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.scheduled_id := NEW.additional_message_id;
  RETURN NEW;
END
$$;

CREATE TRIGGER media_keep_additional BEFORE UPDATE OF "additional_message_id" ON "media"
FOR EACH ROW WHEN (OLD.additional_message_id IS DISTINCT FROM NEW.additional_message_id) EXECUTE FUNCTION keep_additional_file();

-- For the same servers: they delete only the first file with its message.
CREATE FUNCTION release_additional_files() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE media SET additional_message_id = NULL WHERE additional_message_id = OLD.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER messages_release_additional_files AFTER UPDATE OF "deleted_at" ON "messages"
FOR EACH ROW WHEN (OLD.type <> 'text' AND OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL)
EXECUTE FUNCTION release_additional_files();
