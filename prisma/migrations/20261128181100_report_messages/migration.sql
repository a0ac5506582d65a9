-- The last messages of a reported group, which the reporter has disclosed.
ALTER TABLE reports ADD COLUMN message_ids uuid[] NOT NULL DEFAULT '{}';
