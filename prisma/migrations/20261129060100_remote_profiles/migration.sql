ALTER TABLE remote_actors ADD COLUMN featured text;
ALTER TABLE remote_actors ADD COLUMN aliases text[] NOT NULL DEFAULT '{}';
ALTER TABLE remote_actors ADD COLUMN moved_to text;
ALTER TABLE remote_actors ADD CONSTRAINT remote_actors_addresses_check CHECK (char_length(followers) <= 2000
  AND char_length(featured) <= 2000 AND char_length(moved_to) <= 2000) NOT VALID;
