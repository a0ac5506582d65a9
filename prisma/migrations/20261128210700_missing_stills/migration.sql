CREATE TABLE unchecked_stills (
  media_id uuid NOT NULL,
  CONSTRAINT unchecked_stills_pkey PRIMARY KEY (media_id)
);

-- The database does not know which images are animations, so that a job reads the files.
INSERT INTO unchecked_stills (media_id)
SELECT id FROM media WHERE type = 'image' AND poster_file_name IS NULL;
