CREATE TYPE audience AS ENUM ('public', 'unlisted', 'followers', 'mentioned');

ALTER TABLE users
  ADD COLUMN default_audience audience NOT NULL DEFAULT 'public',
  ADD COLUMN feed_languages text[] DEFAULT '{}';

ALTER TABLE threads
  ADD COLUMN audience audience NOT NULL DEFAULT 'public',
  ADD COLUMN language text;

ALTER TABLE scheduled_threads
  ADD COLUMN audience audience,
  ADD COLUMN language text;

ALTER TABLE drafts
  ADD COLUMN audience audience,
  ADD COLUMN language text;

ALTER TABLE search_documents
  ADD COLUMN is_public boolean NOT NULL DEFAULT true;

-- NOT VALID: all existing rows have the defaults.
ALTER TABLE users ADD CONSTRAINT users_default_audience_check
  CHECK (default_audience <> 'mentioned') NOT VALID;
ALTER TABLE threads ADD CONSTRAINT threads_language_check
  CHECK (char_length(language) <= 20) NOT VALID;
ALTER TABLE scheduled_threads ADD CONSTRAINT scheduled_threads_language_check
  CHECK (char_length(language) <= 20) NOT VALID;
ALTER TABLE drafts ADD CONSTRAINT drafts_language_check
  CHECK (char_length(language) <= 20) NOT VALID;

-- Keeps the search document of a thread. The mark is:unlisted belongs to threads that are not public and to those of
-- accounts whose threads are not listed. The transaction that inserts a thread has locked the author's row, so the
-- state read here does not change before it ends.
CREATE OR REPLACE FUNCTION index_thread() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  place bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    place := nextval('search_documents_position_seq');
    INSERT INTO search_documents ("position", thread_id, author_id, root_author_id, is_public, document)
    VALUES (place, NEW.id, NEW.author_id,
      CASE WHEN NEW.root_id IS NOT NULL THEN (SELECT author_id FROM threads WHERE id = NEW.root_id) END,
      NEW.audience = 'public',
      search_document(NEW.content)
        || search_marks(NEW.content, NEW.hashtags, NEW.author_id, place)
        || array_to_tsvector(ARRAY(SELECT 'is:unlisted' FROM users
          WHERE id = NEW.author_id AND (thread_listing = 'unlisted' OR NEW.audience <> 'public'))));
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
