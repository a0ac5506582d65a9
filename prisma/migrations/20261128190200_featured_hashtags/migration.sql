CREATE TABLE featured_hashtags (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  tag text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT featured_hashtags_pkey PRIMARY KEY (id),
  CONSTRAINT featured_hashtags_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX featured_hashtags_user_id_tag_key ON featured_hashtags (user_id, tag);
