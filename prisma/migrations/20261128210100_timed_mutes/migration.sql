ALTER TABLE mutes ADD COLUMN expires_at timestamptz(3);
