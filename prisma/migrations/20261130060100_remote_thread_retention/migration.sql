-- Threads that arrived earlier count as new.
ALTER TABLE remote_objects ADD COLUMN retained_at timestamptz(3) NOT NULL DEFAULT now();
