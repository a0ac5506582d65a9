-- Null for the threads of earlier servers, as for threads to which everyone may reply.
ALTER TABLE remote_objects ADD COLUMN reply_approval text,
  ADD CONSTRAINT remote_objects_reply_approval_check CHECK (reply_approval IN ('request', 'create')) NOT VALID;

CREATE TABLE reply_approvals (
  thread_id uuid NOT NULL PRIMARY KEY REFERENCES threads (id) ON UPDATE CASCADE ON DELETE CASCADE,
  authorization_uri text,
  CONSTRAINT reply_approvals_uri_check CHECK (char_length(authorization_uri) <= 2000)
);
