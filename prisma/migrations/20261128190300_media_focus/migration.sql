ALTER TABLE media ADD COLUMN focus jsonb;
