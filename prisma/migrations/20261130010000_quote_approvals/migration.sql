CREATE TYPE quote_state AS ENUM ('pending', 'rejected');

ALTER TABLE threads ADD COLUMN quote_state quote_state;

-- Null for the threads of earlier servers, as for servers without approval of quotes.
ALTER TABLE remote_objects ADD COLUMN quote_automatic text[], ADD COLUMN quote_manual text[];

CREATE TABLE quote_approvals (
  thread_id uuid NOT NULL PRIMARY KEY REFERENCES threads (id) ON UPDATE CASCADE ON DELETE CASCADE,
  quoted_id uuid NOT NULL REFERENCES threads (id) ON UPDATE CASCADE ON DELETE CASCADE,
  authorization_uri text,
  CONSTRAINT quote_approvals_uri_check CHECK (char_length(authorization_uri) <= 2000)
);
CREATE INDEX quote_approvals_quoted_id_idx ON quote_approvals (quoted_id);
CREATE INDEX quote_approvals_authorization_uri_idx ON quote_approvals (authorization_uri);
