-- Columns and a table that servers of the previous release need not know.
ALTER TABLE threads ADD COLUMN example_mood text NOT NULL DEFAULT 'calm';
ALTER TABLE users ADD COLUMN example_mood text;
ALTER TABLE users ADD CONSTRAINT users_example_mood_check CHECK (char_length(example_mood) <= 20) NOT VALID;

CREATE TABLE example_moods (
  name text NOT NULL,
  level integer NOT NULL,
  CONSTRAINT example_moods_pkey PRIMARY KEY (name)
);

CREATE INDEX example_moods_level_idx ON example_moods (level);
