-- Servers keep what they know of a session for some seconds. Whatever ends one, a logout, a deleted
-- or suspended account, an administrator's command or a hand in the database, tells them all.

CREATE FUNCTION "announce_ended_session"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('skein_session_ended', OLD.id::text);
  RETURN NULL;
END $$;

CREATE TRIGGER "sessions_announce_revoked" AFTER UPDATE OF "revoked_at", "expires_at", "kind" ON "sessions"
  FOR EACH ROW EXECUTE FUNCTION "announce_ended_session"();
CREATE TRIGGER "sessions_announce_deleted" AFTER DELETE ON "sessions"
  FOR EACH ROW EXECUTE FUNCTION "announce_ended_session"();

CREATE FUNCTION "announce_suspended_user"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('skein_session_ended', id::text) FROM sessions WHERE user_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER "users_announce_suspended" AFTER UPDATE OF "suspended_at" ON "users"
  FOR EACH ROW WHEN (OLD."suspended_at" IS DISTINCT FROM NEW."suspended_at")
  EXECUTE FUNCTION "announce_suspended_user"();
