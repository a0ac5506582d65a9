ALTER TABLE users
  ADD COLUMN is_bot boolean NOT NULL DEFAULT false,
  ADD COLUMN is_discoverable boolean NOT NULL DEFAULT true,
  ADD COLUMN hides_connections boolean NOT NULL DEFAULT false,
  ADD COLUMN is_sensitive_by_default boolean NOT NULL DEFAULT false,
  ADD COLUMN default_language text;
