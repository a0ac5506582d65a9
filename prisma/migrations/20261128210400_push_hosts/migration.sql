CREATE TABLE push_hosts (
  host text PRIMARY KEY,
  is_allowed boolean NOT NULL DEFAULT false,
  rejected_count integer NOT NULL DEFAULT 1,
  rejected_at timestamptz(3) NOT NULL DEFAULT now()
);
