ALTER TABLE keyword_filters ADD COLUMN title text;

ALTER TABLE keyword_filters ADD COLUMN group_id uuid;
