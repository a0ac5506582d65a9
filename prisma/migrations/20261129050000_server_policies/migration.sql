ALTER TABLE servers ADD COLUMN policy text;
ALTER TABLE servers ADD COLUMN policy_since timestamptz(3);
ALTER TABLE servers ADD COLUMN reason text NOT NULL DEFAULT '';
ALTER TABLE servers ADD COLUMN note text NOT NULL DEFAULT '';
ALTER TABLE servers ADD COLUMN software text;
ALTER TABLE servers ADD COLUMN software_checked_at timestamptz(3);
ALTER TABLE servers ADD CONSTRAINT servers_policy_check CHECK (
  policy IN ('open', 'limited', 'media_rejected', 'reports_rejected', 'suspended')
    AND policy_since IS NOT NULL OR policy IS NULL AND policy_since IS NULL
) NOT VALID;

-- Every server with accounts has a row. There were only those to which something was sent.
INSERT INTO servers (domain)
SELECT DISTINCT unnest(ARRAY[account.domain, split_part(actor.uri, '/', 3)])
FROM remote_actors actor JOIN users account ON account.id = actor.user_id
ON CONFLICT DO NOTHING;

ALTER TABLE users ADD COLUMN server_policy text;
ALTER TABLE users ADD CONSTRAINT users_server_policy_check CHECK (
  server_policy IS NULL OR domain IS NOT NULL AND server_policy IN ('limited', 'suspended')
) NOT VALID;

-- A domain without its port, and the domains above it: 'a.example.org', 'example.org', 'org'.
CREATE FUNCTION domain_suffixes(host text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_agg(array_to_string(labels[first:], '.'))
  FROM (SELECT string_to_array(split_part(host, ':', 1), '.') AS labels) parts,
    generate_subscripts(labels, 1) first
$$;

-- When a moderator lifts the suspension or limit of an account, the policy of its server still applies.
CREATE FUNCTION keep_server_policy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.server_policy = 'suspended' THEN
    NEW.suspended_at := coalesce(NEW.suspended_at, OLD.suspended_at, now());
  ELSE
    NEW.limited_at := coalesce(NEW.limited_at, OLD.limited_at, now());
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER users_keep_server_policy BEFORE UPDATE OF suspended_at, limited_at ON users
  FOR EACH ROW WHEN (NEW.server_policy IS NOT NULL) EXECUTE FUNCTION keep_server_policy();
