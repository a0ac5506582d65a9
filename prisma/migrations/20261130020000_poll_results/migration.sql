-- Results of a poll are sent some minutes after a vote, with those of further votes.
ALTER TABLE federation_events ADD COLUMN due_at timestamptz(3);
