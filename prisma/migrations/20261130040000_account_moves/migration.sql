ALTER TABLE users ADD COLUMN moved_to_id uuid, ADD COLUMN moved_at timestamptz(3),
  ADD COLUMN aliases text[] NOT NULL DEFAULT '{}';
ALTER TABLE users ADD CONSTRAINT users_moved_to_id_fkey FOREIGN KEY (moved_to_id) REFERENCES users (id)
  ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;

-- Servers keep in memory whether the user of a session has moved.
CREATE TRIGGER users_announce_moved AFTER UPDATE OF moved_to_id ON users
  FOR EACH ROW WHEN (OLD.moved_to_id IS DISTINCT FROM NEW.moved_to_id)
  EXECUTE FUNCTION announce_suspended_user();
