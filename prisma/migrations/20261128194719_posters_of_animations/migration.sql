-- Animated images have a poster too: their first frame. The replaced constraint allows less, so all rows are valid.
ALTER TABLE media DROP CONSTRAINT media_poster_check;

ALTER TABLE media ADD CONSTRAINT media_still_check
  CHECK (poster_file_name IS NULL OR type IN ('video', 'image')) NOT VALID;
