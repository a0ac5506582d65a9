CREATE TABLE server_blocks (
  user_id uuid NOT NULL REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE,
  domain text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, domain)
);

-- PL/pgSQL, because PostgreSQL would inline SQL: statements about local accounts would initialize its subquery. The cost
-- keeps it from changing their plans.
CREATE FUNCTION is_server_blocked(blocker uuid, blocked text) RETURNS boolean
LANGUAGE plpgsql STABLE PARALLEL SAFE COST 1 AS $$
BEGIN
  RETURN EXISTS (SELECT FROM server_blocks WHERE user_id = blocker AND domain = blocked);
END $$;

-- Sees what was committed while the statement waited for a lock.
CREATE FUNCTION is_server_blocked_now(blocker uuid, blocked text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RETURN blocked IS NOT NULL
    AND EXISTS (SELECT FROM server_blocks WHERE user_id = blocker AND domain = blocked);
END $$;

-- The server that has sent a report, which has no reporter.
ALTER TABLE reports ADD COLUMN server text;

-- Whether the recipient has to accept its actor first.
ALTER TABLE notifications ADD COLUMN is_held boolean NOT NULL DEFAULT false;
