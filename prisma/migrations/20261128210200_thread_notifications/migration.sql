ALTER TYPE notification_type ADD VALUE 'new_thread' AFTER 'poll_ended';

ALTER TABLE follows ADD COLUMN is_notifying boolean NOT NULL DEFAULT false;

CREATE TABLE pending_thread_notifications (
  thread_id uuid PRIMARY KEY REFERENCES threads (id) ON UPDATE CASCADE ON DELETE CASCADE,
  after_follower_id uuid
);
