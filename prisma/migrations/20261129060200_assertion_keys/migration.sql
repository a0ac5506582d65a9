-- Keys of older rows are created when they are first needed.
ALTER TABLE actor_keys ADD COLUMN assertion_key text;
ALTER TABLE actor_keys ADD COLUMN encrypted_assertion_key bytea;
