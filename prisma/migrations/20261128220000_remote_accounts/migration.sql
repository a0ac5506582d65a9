-- Accounts of other servers are rows of `users`: their username is the whole handle. They have neither an email
-- address nor a password. The constraints keep local accounts as strict as before. A generated column would rewrite
-- the table under an exclusive lock; the constraint guarantees the same.
ALTER TABLE users ADD COLUMN domain text;

-- squawk-ignore ban-drop-not-null
ALTER TABLE users ALTER COLUMN email DROP NOT NULL;
-- squawk-ignore ban-drop-not-null
ALTER TABLE users ALTER COLUMN password_hash DROP NOT NULL;

ALTER TABLE users DROP CONSTRAINT users_username_check;
ALTER TABLE users ADD CONSTRAINT users_username_check CHECK (
  CASE WHEN domain IS NULL THEN username ~ '^[a-z0-9_.]{3,30}$'
    ELSE username ~ '^[a-z0-9_.-]+@[a-z0-9.:-]+$' AND char_length(username) <= 360 END
) NOT VALID;
ALTER TABLE users ADD CONSTRAINT users_domain_check CHECK (
  domain IS NOT DISTINCT FROM substring(username FROM '@(.+)$')
) NOT VALID;
ALTER TABLE users ADD CONSTRAINT users_credentials_check CHECK (
  CASE WHEN domain IS NULL THEN email IS NOT NULL AND password_hash IS NOT NULL
    ELSE email IS NULL AND email_proven_at IS NULL AND password_hash IS NULL AND role = 'member'
      AND NOT is_shown_outside AND message_permission = 'nobody' END
) NOT VALID;

-- Accounts of other servers do not end the offer to become the owner.
CREATE OR REPLACE FUNCTION end_owner_offer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "instance_settings" WHERE "section" = 'ownership') THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' AND NOT EXISTS (SELECT FROM "users" WHERE "domain" IS NULL OFFSET 1)
    AND NOT EXISTS (SELECT FROM "users" WHERE "role" <> 'member') THEN
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' AND OLD."domain" IS NOT NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO "instance_settings" ("section", "content", "version", "updated_at")
  VALUES ('ownership', '{"isOfferEnded": true}', 1, now()) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
