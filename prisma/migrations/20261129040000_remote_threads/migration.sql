CREATE TABLE remote_objects (
  thread_id uuid PRIMARY KEY REFERENCES threads (id) ON UPDATE CASCADE ON DELETE CASCADE,
  uri text NOT NULL UNIQUE,
  url text,
  rich_text jsonb,
  has_entry boolean NOT NULL,
  CONSTRAINT remote_objects_lengths_check CHECK (char_length(uri) <= 2000 AND char_length(url) <= 2000)
);

CREATE TABLE remote_attachments (
  id uuid PRIMARY KEY,
  thread_id uuid NOT NULL REFERENCES remote_objects (thread_id) ON UPDATE CASCADE ON DELETE CASCADE,
  position smallint NOT NULL,
  type media_type NOT NULL,
  url text NOT NULL,
  mime_type text,
  alt_text text,
  blurhash text,
  focus jsonb,
  width integer,
  height integer,
  CONSTRAINT remote_attachments_lengths_check CHECK (char_length(url) <= 2000)
);
CREATE UNIQUE INDEX remote_attachments_thread_id_position_key ON remote_attachments (thread_id, position);

ALTER TABLE remote_actors ADD COLUMN IF NOT EXISTS followers text;

-- Recipients besides the followers, of a thread that no longer exists when the event is processed.
ALTER TABLE federation_events ADD COLUMN recipient_ids uuid[] NOT NULL DEFAULT '{}';

-- The contract limits local threads to 2,000 characters.
ALTER TABLE threads DROP CONSTRAINT threads_content_check;
ALTER TABLE threads ADD CONSTRAINT threads_content_check CHECK (char_length(content) <= 50000) NOT VALID;
ALTER TABLE thread_revisions DROP CONSTRAINT thread_revisions_content_check;
ALTER TABLE thread_revisions ADD CONSTRAINT thread_revisions_content_check
  CHECK (char_length(content) <= 50000) NOT VALID;

-- Polls of other servers have the text of their thread as a question, and may have more and longer options.
ALTER TABLE polls DROP CONSTRAINT polls_question_check;
ALTER TABLE polls ADD CONSTRAINT polls_question_check CHECK (char_length(question) <= 300) NOT VALID;
ALTER TABLE poll_options DROP CONSTRAINT poll_options_position_check;
ALTER TABLE poll_options ADD CONSTRAINT poll_options_position_check
  CHECK ("position" BETWEEN 0 AND 19) NOT VALID;
ALTER TABLE poll_options DROP CONSTRAINT poll_options_text_check;
ALTER TABLE poll_options ADD CONSTRAINT poll_options_text_check
  CHECK (char_length(text) BETWEEN 1 AND 500) NOT VALID;
