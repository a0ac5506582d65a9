-- Whether one of two users has blocked the other, also if the block was committed after the start of the
-- statement that calls this: PostgreSQL takes a new snapshot for the query of a volatile function. For
-- statements that wait for the locks of both accounts.
CREATE FUNCTION "is_blocked_between_now"("one_id" UUID, "other_id" UUID) RETURNS boolean
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM blocks WHERE blocker_id = one_id AND blocked_id = other_id)
    OR EXISTS (SELECT FROM blocks WHERE blocker_id = other_id AND blocked_id = one_id);
END
$$;
