ALTER TABLE import_rows ADD COLUMN is_notifying boolean NOT NULL DEFAULT false;
