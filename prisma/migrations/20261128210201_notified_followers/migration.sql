-- Publishing a thread looks for one of these followers, and the job that notifies them reads them in order.
CREATE INDEX CONCURRENTLY follows_followee_id_follower_id_idx ON follows (followee_id, follower_id)
  WHERE is_notifying;
