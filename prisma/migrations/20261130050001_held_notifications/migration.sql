-- Held notifications are rare, and instances without federation have none.
CREATE INDEX CONCURRENTLY notifications_held_idx ON notifications (recipient_id) WHERE is_held;
