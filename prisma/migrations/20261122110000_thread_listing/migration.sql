-- CreateEnum
CREATE TYPE "thread_listing" AS ENUM ('listed', 'changing', 'unlisted');

-- AlterTable: servers of the release before insert rows without it, which is correct for any account.
ALTER TABLE "users" ADD COLUMN "thread_listing" "thread_listing" NOT NULL DEFAULT 'listed';
ALTER TABLE "feed_entries" ADD COLUMN "is_listed" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "thread_hashtags" ADD COLUMN "is_listed" BOOLEAN NOT NULL DEFAULT true;

-- Adds the mark is:unlisted to threads of accounts whose threads are not listed. The transaction that
-- inserts a thread has locked the author's row, so the state read here does not change before it ends.
CREATE OR REPLACE FUNCTION index_thread() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  place bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    place := nextval('search_documents_position_seq');
    INSERT INTO search_documents ("position", thread_id, author_id, root_author_id, document)
    VALUES (place, NEW.id, NEW.author_id,
      CASE WHEN NEW.root_id IS NOT NULL THEN (SELECT author_id FROM threads WHERE id = NEW.root_id) END,
      search_document(NEW.content)
        || search_marks(NEW.content, NEW.hashtags, NEW.author_id, place)
        || array_to_tsvector(ARRAY(SELECT 'is:unlisted' FROM users
          WHERE id = NEW.author_id AND thread_listing = 'unlisted')));
  ELSIF TG_OP = 'DELETE' OR NEW.deleted_at IS NOT NULL THEN
    DELETE FROM search_documents WHERE thread_id = OLD.id;
  ELSE
    UPDATE search_documents SET author_id = NEW.author_id, document =
      search_document(NEW.content)
      || search_marks(NEW.content, NEW.hashtags, NEW.author_id, "position")
      || array_to_tsvector(ARRAY(SELECT mark FROM unnest(ARRAY['is:media', 'is:poll', 'is:unlisted']) AS mark
        WHERE document @@ quote_literal(mark)::tsquery))
    WHERE thread_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
