ALTER TABLE federation_inbox ADD COLUMN received_at timestamptz(3) NOT NULL DEFAULT now();
