ALTER TABLE notification_preferences
  ADD COLUMN filters_not_following boolean NOT NULL DEFAULT false,
  ADD COLUMN filters_not_followers boolean NOT NULL DEFAULT false,
  ADD COLUMN filters_new_accounts boolean NOT NULL DEFAULT false;

CREATE TABLE notification_permissions (
  recipient_id uuid NOT NULL REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE,
  sender_id uuid NOT NULL REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (recipient_id, sender_id)
);
CREATE INDEX notification_permissions_sender_id_idx ON notification_permissions (sender_id);
