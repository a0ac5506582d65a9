-- The schema of Skein 0.1.0, ordered by domain like the files in schema/. The foreign keys are at the end, because
-- tables refer to each other in both directions.

-- --------------------
-- Extensions and types
-- --------------------

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TYPE gender AS ENUM ('male', 'female', 'other', 'prefer-not-to-say');
CREATE TYPE sensitive_content AS ENUM ('show', 'blur', 'hide');
-- Ordered by permissions, so that roles can be compared.
CREATE TYPE user_role AS ENUM ('member', 'moderator', 'admin', 'owner');
CREATE TYPE thread_listing AS ENUM ('listed', 'changing', 'unlisted');
CREATE TYPE session_kind AS ENUM ('normal', 'handover', 'app');
CREATE TYPE follow_request_status AS ENUM ('pending', 'approved', 'rejected');
CREATE TYPE filter_context AS ENUM ('feeds', 'notifications', 'search', 'replies');
CREATE TYPE filter_action AS ENUM ('collapse', 'hide');
CREATE TYPE thread_type AS ENUM ('thread', 'reply', 'quote');
CREATE TYPE reply_permission AS ENUM ('ANYONE', 'FOLLOWERS', 'FOLLOWING', 'MENTIONED_ONLY');
CREATE TYPE media_type AS ENUM ('image', 'video', 'audio', 'other');
CREATE TYPE reaction_type AS ENUM ('like', 'love', 'laugh', 'angry', 'sad', 'wow');
CREATE TYPE message_type AS ENUM ('text', 'image', 'video', 'audio', 'system');
CREATE TYPE message_permission AS ENUM ('everyone', 'requests', 'following', 'nobody');
CREATE TYPE message_request AS ENUM ('pending', 'declined');
CREATE TYPE group_departure AS ENUM ('left', 'removed', 'declined');
CREATE TYPE notification_type AS ENUM (
  'like',
  'reaction',
  'reply',
  'mention',
  'repost',
  'quote',
  'follow',
  'follow_request',
  'follow_approved',
  'poll_ended',
  'moderation_warning',
  'report_message'
);
CREATE TYPE report_target AS ENUM ('user', 'thread', 'message');
CREATE TYPE report_status AS ENUM ('open', 'resolved', 'dismissed');
CREATE TYPE strike_action AS ENUM ('warn', 'mark_sensitive', 'remove_thread', 'limit', 'freeze', 'suspend');
CREATE TYPE appeal_status AS ENUM ('open', 'upheld', 'lifted');
CREATE TYPE import_kind AS ENUM ('follows', 'blocks', 'mutes', 'lists');
CREATE TYPE import_mode AS ENUM ('merge', 'overwrite');
CREATE TYPE import_status AS ENUM ('preview', 'running', 'done');
CREATE TYPE import_outcome AS ENUM ('added', 'requested', 'unchanged', 'not_found', 'rejected');

-- ----
-- Text
-- ----

-- The words of a text with their positions, without case, accents, vowel points and soft hyphens. Runs of scripts that write no spaces
-- are split into characters and pairs of neighbors, so that any part of them is found. It is immutable as long as Unicode is.
CREATE FUNCTION search_document(content text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT COST 2000 AS $$
DECLARE
  uncounted CONSTANT text := '[\u00ad\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]';
  separators CONSTANT text := '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02c2-\u02df\u055a-\u055f\u0589\u060c\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u2000-\u206f\u2190-\u25ff\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30fb\ufe0e\ufe0f]+';
  runs CONSTANT text := '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\U0001f000-\U0001faff\U00020000-\U0003fffd]+)';
  words text;
BEGIN
  IF octet_length(content) = char_length(content) THEN
    words := regexp_replace(lower(content), '[^0-9a-z]+', ' ', 'g');
  ELSE
    words := lower(normalize(regexp_replace(normalize(content, NFKD), uncounted, '', 'g'), NFKC));
    words := translate(words, 'ςøłđħıŧð', 'σoldhitd');
    words := replace(replace(replace(replace(words, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    words := regexp_replace(words, separators, ' ', 'g');
    IF words ~ runs THEN
      RETURN (
        SELECT string_agg('''' || piece || ''':' || before + i, ' ')::tsvector
        FROM (
          SELECT *, sum(length) OVER (ORDER BY n) - length AS before
          FROM string_to_table(regexp_replace(words, runs, ' \1 ', 'g'), ' ') WITH ORDINALITY AS split (word, n),
            LATERAL (SELECT word ~ runs) AS kind (is_run),
            LATERAL (SELECT CASE WHEN is_run THEN char_length(word) ELSE 1 END) AS size (length)
          WHERE word <> ''
        ) AS placed,
          LATERAL (
            SELECT left(word, 64), 1 WHERE NOT is_run
            UNION ALL
            SELECT piece, i
            FROM (
              SELECT first, lead(first) OVER (ORDER BY i) AS second, i
              FROM string_to_table(word, NULL) WITH ORDINALITY AS characters (first, i)
              WHERE is_run
            ) AS neighbors, LATERAL (VALUES (first), (first || second)) AS widths (piece)
            WHERE piece IS NOT NULL
          ) AS pieces (piece, i)
      );
    END IF;
  END IF;
  RETURN coalesce((
    SELECT string_agg('''' || left(word, 64) || ''':' || n, ' ')
    FROM string_to_table(btrim(words), ' ') WITH ORDINALITY AS split (word, n)
    WHERE word <> ''
  ), '')::tsvector;
END $$;

-- Text in the form in which it is compared, without case, accents and vowel points: what "search_document" does before it
-- splits a text into words.
CREATE FUNCTION search_fold(content text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN octet_length(content) = char_length(content) THEN lower(content)
  ELSE replace(replace(replace(replace(translate(
    lower(normalize(regexp_replace(normalize(content, NFKD),
      '[\u00ad\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]', '', 'g'), NFKC)),
    'ςøłđħıŧð', 'σoldhitd'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
END;

-- The words of a message, each with the end of the conversation's id and the range of 512 messages that contains
-- it: `01abef.3/word`. A search can therefore read the newest messages of a conversation first, and look up the
-- beginnings of words only in its own conversations.
CREATE FUNCTION message_document(conversation_id uuid, seq integer, content text) RETURNS tsvector
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 2000
RETURN (
  SELECT coalesce(array_to_tsvector(array_agg(
    right(conversation_id::text, 6) || '.' || seq / 512 || '/' || lexeme)), ''::tsvector)
  FROM unnest(tsvector_to_array(search_document(content))) AS lexeme
);

-- What a thread is found by besides its words: its range of positions, author, links and hashtags.
CREATE FUNCTION search_marks(content text, hashtags text[], author_id uuid, "position" bigint)
RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN array_to_tsvector(array_remove(ARRAY[
  'in:' || "position" / 8192, '@' || author_id, CASE WHEN content ~* '(https?://|www\.)[^\s<>"]' THEN 'is:link' END
] || string_to_array('#' || nullif(array_to_string(hashtags, ' #'), ''), ' '), NULL));

-- --------
-- Accounts
-- --------

CREATE TABLE users (
  id uuid NOT NULL,
  email text NOT NULL,
  username text NOT NULL,
  name text NOT NULL,
  password_hash text NOT NULL,
  bio text,
  location text,
  website text,
  phone_number text,
  date_of_birth date,
  gender gender,
  picture_key text,
  is_private boolean NOT NULL DEFAULT false,
  is_verified boolean NOT NULL DEFAULT false,
  role user_role NOT NULL DEFAULT 'member',
  followers_count integer NOT NULL DEFAULT 0,
  following_count integer NOT NULL DEFAULT 0,
  threads_count integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  suspended_at timestamptz(3),
  deleted_at timestamptz(3),
  email_proven_at timestamptz(3),
  thread_listing thread_listing NOT NULL DEFAULT 'listed',
  sensitive_content sensitive_content NOT NULL DEFAULT 'blur',
  folded_names text,
  message_permission message_permission NOT NULL DEFAULT 'everyone',
  is_shown_outside boolean NOT NULL DEFAULT true,
  sends_read_receipts boolean NOT NULL DEFAULT true,
  sends_typing_indicators boolean NOT NULL DEFAULT true,
  reminds_of_alt_text boolean NOT NULL DEFAULT false,
  banner_key text,
  frozen_at timestamptz(3),
  limited_at timestamptz(3),
  suspended_until timestamptz(3),
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_bio_check CHECK (char_length(bio) <= 500),
  CONSTRAINT users_counts_check CHECK (followers_count >= 0 AND following_count >= 0 AND threads_count >= 0),
  CONSTRAINT users_deleted_check CHECK (deleted_at IS NULL OR suspended_at IS NOT NULL),
  CONSTRAINT users_email_check CHECK (email = lower(email) AND char_length(email) BETWEEN 3 AND 254),
  CONSTRAINT users_location_check CHECK (char_length(location) <= 100),
  CONSTRAINT users_name_check CHECK (char_length(name) BETWEEN 1 AND 80),
  CONSTRAINT users_phone_number_check CHECK (char_length(phone_number) <= 30),
  CONSTRAINT users_username_check CHECK (username ~ '^[a-z0-9_.]{3,30}$'),
  CONSTRAINT users_website_check CHECK (char_length(website) <= 200 AND website ~* '^https?://')
);

CREATE UNIQUE INDEX users_email_key ON users (email);
CREATE UNIQUE INDEX users_username_key ON users (username);
-- Deleted accounts whose content is still to be removed.
CREATE INDEX users_deleted_idx ON users (deleted_at)
  WHERE deleted_at IS NOT NULL;
CREATE INDEX users_search_idx ON users USING gin (search_document(name || ' ' || username));
CREATE INDEX users_unlisted_idx ON users (id)
  WHERE thread_listing <> 'listed';
CREATE INDEX users_suspended_idx ON users (id)
  WHERE suspended_at IS NOT NULL;
-- Users are found by any part of their names and by similar names.
CREATE INDEX users_folded_names_column_idx ON users USING gin (folded_names gin_trgm_ops);
CREATE INDEX users_folded_names_prefix_idx ON users (folded_names text_pattern_ops);
CREATE INDEX users_username_prefix_idx ON users (username text_pattern_ops);
CREATE INDEX users_listing_outdated_idx ON users (id)
  WHERE CASE
    WHEN is_private OR suspended_at IS NOT NULL OR limited_at IS NOT NULL THEN thread_listing <> 'unlisted'
    ELSE thread_listing <> 'listed'
  END;
-- Contains all columns that a search by name compares, so that it reads no rows of the table. PostgreSQL compresses
-- long names in it, so that no entry reaches the limit of 2,704 bytes.
CREATE INDEX users_by_followers_idx
  ON users (followers_count DESC, id) INCLUDE (username, folded_names, suspended_at, is_private, limited_at);
CREATE INDEX users_suspended_until_idx ON users (suspended_until)
  WHERE suspended_until IS NOT NULL;
CREATE INDEX users_staff_idx ON users (username)
  WHERE role <> 'member';
-- A search finds the hidden users among hundreds of authors without reading the rows of the others.
CREATE INDEX users_hidden_idx ON users (id)
  WHERE NOT (NOT is_private AND suspended_at IS NULL AND limited_at IS NULL);

-- Without these, the planner expects half of all users to be outdated and reads the whole table.
CREATE STATISTICS users_listing_outdated_stats ON (
  CASE
    WHEN is_private OR suspended_at IS NOT NULL OR limited_at IS NOT NULL THEN thread_listing <> 'unlisted'
    ELSE thread_listing <> 'listed'
  END
) FROM users;

CREATE TABLE former_usernames (
  username text NOT NULL,
  user_id uuid NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT former_usernames_pkey PRIMARY KEY (username)
);

CREATE INDEX former_usernames_user_id_idx ON former_usernames (user_id);
CREATE INDEX former_usernames_expires_at_idx ON former_usernames (expires_at);

CREATE TABLE pending_registrations (
  user_id uuid NOT NULL,
  reason text NOT NULL,
  locale text NOT NULL,
  CONSTRAINT pending_registrations_pkey PRIMARY KEY (user_id)
);

CREATE TABLE registration_addresses (
  user_id uuid NOT NULL,
  address inet NOT NULL,
  CONSTRAINT registration_addresses_pkey PRIMARY KEY (user_id)
);

CREATE INDEX registration_addresses_address_user_id_idx ON registration_addresses (address, user_id DESC);

CREATE TABLE invitations (
  id uuid NOT NULL,
  code_hash bytea NOT NULL,
  creator_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  uses_max integer NOT NULL,
  uses_count integer NOT NULL DEFAULT 0,
  revoked_at timestamptz(3),
  CONSTRAINT invitations_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX invitations_code_hash_key ON invitations (code_hash);
CREATE INDEX invitations_creator_id_expires_at_idx ON invitations (creator_id, expires_at);

CREATE TABLE sessions (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind session_kind NOT NULL DEFAULT 'normal',
  user_agent text,
  address text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_seen_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  is_two_factor boolean NOT NULL DEFAULT false,
  locale text,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_expires_at_check CHECK (expires_at > created_at)
);

CREATE INDEX sessions_user_id_id_idx ON sessions (user_id, id DESC);
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);

CREATE TABLE password_resets (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  CONSTRAINT password_resets_pkey PRIMARY KEY (id),
  CONSTRAINT password_resets_expires_at_check CHECK (expires_at > created_at)
);

CREATE UNIQUE INDEX password_resets_token_hash_key ON password_resets (token_hash);
CREATE INDEX password_resets_user_id_idx ON password_resets (user_id);
CREATE INDEX password_resets_expires_at_idx ON password_resets (expires_at);

CREATE TABLE email_verifications (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  email text NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT email_verifications_pkey PRIMARY KEY (id),
  CONSTRAINT email_verifications_expires_at_check CHECK (expires_at > created_at)
);

CREATE UNIQUE INDEX email_verifications_token_hash_key ON email_verifications (token_hash);
CREATE INDEX email_verifications_user_id_idx ON email_verifications (user_id);
CREATE INDEX email_verifications_expires_at_idx ON email_verifications (expires_at);

-- Servers keep sessions in memory for some seconds. A change or deletion of a session by any program notifies all servers.
CREATE FUNCTION announce_ended_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('skein_session_ended', OLD.id::text);
  RETURN NULL;
END $$;

CREATE TRIGGER sessions_announce_deleted AFTER DELETE ON sessions
  FOR EACH ROW EXECUTE FUNCTION announce_ended_session();

CREATE TRIGGER sessions_announce_revoked AFTER UPDATE OF revoked_at, expires_at, kind ON sessions
  FOR EACH ROW EXECUTE FUNCTION announce_ended_session();

-- Servers also keep whether the user of a session is suspended or frozen.
CREATE FUNCTION announce_suspended_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('skein_session_ended', id::text) FROM sessions WHERE user_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER users_announce_frozen AFTER UPDATE OF frozen_at ON users
  FOR EACH ROW WHEN (OLD.frozen_at IS DISTINCT FROM NEW.frozen_at)
  EXECUTE FUNCTION announce_suspended_user();

CREATE TRIGGER users_announce_suspended AFTER UPDATE OF suspended_at ON users
  FOR EACH ROW WHEN (OLD.suspended_at IS DISTINCT FROM NEW.suspended_at)
  EXECUTE FUNCTION announce_suspended_user();

-- Stored, because computing this form for each match takes most of the time of a search by name.
CREATE FUNCTION fold_user_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."folded_names" := search_fold(NEW."name" || ' @' || NEW."username");
  RETURN NEW;
END $$;

CREATE TRIGGER users_fold_names BEFORE INSERT OR UPDATE OF name, username ON users
  FOR EACH ROW EXECUTE FUNCTION fold_user_names();

-- The user of the first account can become the owner of a new instance. The offer ends for good once another
-- account exists, an account is deleted or an account has a role, also by a command or SQL: the section
-- `ownership` of the settings says so, and all servers read it again.
CREATE FUNCTION end_owner_offer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "instance_settings" WHERE "section" = 'ownership') THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' AND NOT EXISTS (SELECT FROM "users" OFFSET 1)
    AND NOT EXISTS (SELECT FROM "users" WHERE "role" <> 'member') THEN
    RETURN NULL;
  END IF;
  INSERT INTO "instance_settings" ("section", "content", "version", "updated_at")
  VALUES ('ownership', '{"isOfferEnded": true}', 1, now()) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER users_end_owner_offer_with_change AFTER UPDATE OF deleted_at, role ON users
  FOR EACH ROW WHEN (NEW.deleted_at IS NOT NULL OR OLD.role <> 'member' OR NEW.role <> 'member')
  EXECUTE FUNCTION end_owner_offer();

CREATE TRIGGER users_end_owner_offer_with_deletion AFTER DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION end_owner_offer();

CREATE TRIGGER users_end_owner_offer_with_second AFTER INSERT ON users
  FOR EACH STATEMENT EXECUTE FUNCTION end_owner_offer();

-- The file of a replaced or deleted picture is marked for deletion. The triggers below do this for all stored files.
CREATE FUNCTION release_picture_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unclaimed_media (storage_key, since) VALUES (OLD.picture_key, '-infinity')
  ON CONFLICT (storage_key) DO UPDATE SET since = '-infinity';
  RETURN NULL;
END $$;

CREATE TRIGGER users_release_picture AFTER DELETE ON users
  FOR EACH ROW WHEN (OLD.picture_key IS NOT NULL)
  EXECUTE FUNCTION release_picture_key();

CREATE TRIGGER users_release_replaced_picture AFTER UPDATE OF picture_key ON users
  FOR EACH ROW WHEN (OLD.picture_key IS NOT NULL AND OLD.picture_key IS DISTINCT FROM NEW.picture_key)
  EXECUTE FUNCTION release_picture_key();

CREATE FUNCTION release_banner_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unclaimed_media (storage_key, since) VALUES (OLD.banner_key, '-infinity')
  ON CONFLICT (storage_key) DO UPDATE SET since = '-infinity';
  RETURN NULL;
END $$;

CREATE TRIGGER users_release_banner AFTER DELETE ON users
  FOR EACH ROW WHEN (OLD.banner_key IS NOT NULL)
  EXECUTE FUNCTION release_banner_key();

CREATE TRIGGER users_release_replaced_banner AFTER UPDATE OF banner_key ON users
  FOR EACH ROW WHEN (OLD.banner_key IS NOT NULL AND OLD.banner_key IS DISTINCT FROM NEW.banner_key)
  EXECUTE FUNCTION release_banner_key();

-- -------
-- Sign-in
-- -------

CREATE TABLE totp_secrets (
  user_id uuid NOT NULL,
  encrypted_secret bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  confirmed_at timestamptz(3),
  last_step integer NOT NULL DEFAULT 0,
  CONSTRAINT totp_secrets_pkey PRIMARY KEY (user_id)
);

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE passkeys (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[],
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  CONSTRAINT passkeys_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX passkeys_credential_id_key ON passkeys (credential_id);
CREATE INDEX passkeys_user_id_id_idx ON passkeys (user_id, id);

CREATE TABLE identities (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  CONSTRAINT identities_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX identities_issuer_subject_key ON identities (issuer, subject);
CREATE UNIQUE INDEX identities_user_id_issuer_key ON identities (user_id, issuer);

CREATE TABLE used_challenges (
  challenge_hash bytea NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT used_challenges_pkey PRIMARY KEY (challenge_hash)
);

CREATE INDEX used_challenges_expires_at_idx ON used_challenges (expires_at);

-- -------------
-- OAuth clients
-- -------------

CREATE TABLE oauth_apps (
  id uuid NOT NULL,
  name text NOT NULL,
  website text,
  redirect_uris text[],
  scopes text[],
  secret_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT oauth_apps_pkey PRIMARY KEY (id)
);

CREATE INDEX oauth_apps_created_at_idx ON oauth_apps (created_at);

CREATE TABLE oauth_codes (
  code_hash bytea NOT NULL,
  app_id uuid NOT NULL,
  session_id uuid NOT NULL,
  redirect_uri text NOT NULL,
  scopes text[],
  code_challenge text,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  CONSTRAINT oauth_codes_pkey PRIMARY KEY (code_hash)
);

CREATE INDEX oauth_codes_app_id_idx ON oauth_codes (app_id);
CREATE INDEX oauth_codes_session_id_idx ON oauth_codes (session_id);
CREATE INDEX oauth_codes_expires_at_idx ON oauth_codes (expires_at);

CREATE TABLE oauth_tokens (
  id uuid NOT NULL,
  app_id uuid NOT NULL,
  session_id uuid,
  token_hash bytea NOT NULL,
  scopes text[],
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3),
  code_hash bytea,
  CONSTRAINT oauth_tokens_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX oauth_tokens_session_id_key ON oauth_tokens (session_id);
CREATE INDEX oauth_tokens_app_id_idx ON oauth_tokens (app_id);
CREATE UNIQUE INDEX oauth_tokens_code_hash_key ON oauth_tokens (code_hash);

CREATE TABLE oauth_refresh_tokens (
  token_hash bytea NOT NULL,
  token_id uuid NOT NULL,
  scopes text[],
  requires_secret boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  generation integer NOT NULL DEFAULT 0,
  CONSTRAINT oauth_refresh_tokens_pkey PRIMARY KEY (token_hash)
);

CREATE INDEX oauth_refresh_tokens_token_id_idx ON oauth_refresh_tokens (token_id);
CREATE INDEX oauth_refresh_tokens_used_at_idx ON oauth_refresh_tokens (used_at);

CREATE TABLE timeline_markers (
  user_id uuid NOT NULL,
  timeline text NOT NULL,
  last_read_id text NOT NULL,
  version integer NOT NULL DEFAULT 0,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT timeline_markers_pkey PRIMARY KEY (user_id, timeline)
);

-- Servers keep the hash of the access token with its session in memory.
CREATE FUNCTION announce_replaced_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('skein_session_ended', OLD.session_id::text);
  RETURN NULL;
END $$;

CREATE TRIGGER oauth_tokens_announce_replaced AFTER UPDATE OF token_hash ON oauth_tokens
  FOR EACH ROW EXECUTE FUNCTION announce_replaced_token();

-- -----------------------
-- Relations between users
-- -----------------------

CREATE TABLE follows (
  follower_id uuid NOT NULL,
  followee_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT follows_pkey PRIMARY KEY (follower_id, followee_id),
  CONSTRAINT follows_self_check CHECK (follower_id <> followee_id)
);

CREATE INDEX follows_follower_id_created_at_followee_id_idx ON follows (follower_id, created_at DESC, followee_id DESC);
CREATE INDEX follows_followee_id_created_at_follower_id_idx ON follows (followee_id, created_at DESC, follower_id DESC);

CREATE TABLE follow_requests (
  id uuid NOT NULL,
  requester_id uuid NOT NULL,
  target_id uuid NOT NULL,
  status follow_request_status NOT NULL DEFAULT 'pending',
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  decided_at timestamptz(3),
  CONSTRAINT follow_requests_pkey PRIMARY KEY (id),
  CONSTRAINT follow_requests_self_check CHECK (requester_id <> target_id)
);

CREATE INDEX follow_requests_target_id_status_id_idx ON follow_requests (target_id, status, id DESC);
CREATE INDEX follow_requests_requester_id_status_id_idx ON follow_requests (requester_id, status, id DESC);
CREATE UNIQUE INDEX follow_requests_requester_id_target_id_key ON follow_requests (requester_id, target_id);

CREATE TABLE blocks (
  blocker_id uuid NOT NULL,
  blocked_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  blocked_name text,
  blocker_name text,
  CONSTRAINT blocks_pkey PRIMARY KEY (blocker_id, blocked_id),
  CONSTRAINT blocks_self_check CHECK (blocker_id <> blocked_id)
);

CREATE INDEX blocks_blocker_id_created_at_blocked_id_idx ON blocks (blocker_id, created_at DESC, blocked_id DESC);
CREATE INDEX blocks_blocked_id_blocker_id_idx ON blocks (blocked_id, blocker_id);

CREATE TABLE mutes (
  muter_id uuid NOT NULL,
  muted_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT mutes_pkey PRIMARY KEY (muter_id, muted_id),
  CONSTRAINT mutes_self_check CHECK (muter_id <> muted_id)
);

CREATE INDEX mutes_muter_id_created_at_muted_id_idx ON mutes (muter_id, created_at DESC, muted_id DESC);
CREATE INDEX mutes_muted_id_idx ON mutes (muted_id);

CREATE TABLE repost_mutes (
  muter_id uuid NOT NULL,
  muted_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT repost_mutes_pkey PRIMARY KEY (muter_id, muted_id)
);

CREATE INDEX repost_mutes_muted_id_idx ON repost_mutes (muted_id);

CREATE TABLE user_notes (
  author_id uuid NOT NULL,
  user_id uuid NOT NULL,
  text text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT user_notes_pkey PRIMARY KEY (author_id, user_id)
);

CREATE INDEX user_notes_user_id_idx ON user_notes (user_id);

CREATE TABLE suggestion_dismissals (
  user_id uuid NOT NULL,
  dismissed_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT suggestion_dismissals_pkey PRIMARY KEY (user_id, dismissed_id),
  CONSTRAINT suggestion_dismissals_self_check CHECK (user_id <> dismissed_id)
);

CREATE INDEX suggestion_dismissals_dismissed_id_idx ON suggestion_dismissals (dismissed_id);
CREATE INDEX suggestion_dismissals_user_id_created_at_dismissed_id_idx
  ON suggestion_dismissals (user_id, created_at DESC, dismissed_id DESC);

-- Whether one of two users has blocked the other, also if the block was committed after the start of the
-- statement that calls this: PostgreSQL takes a new snapshot for the query of a volatile function. For
-- statements that wait for the locks of both accounts.
CREATE FUNCTION is_blocked_between_now(one_id uuid, other_id uuid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RETURN EXISTS (SELECT FROM blocks WHERE blocker_id = one_id AND blocked_id = other_id)
    OR EXISTS (SELECT FROM blocks WHERE blocker_id = other_id AND blocked_id = one_id);
END $$;

-- -----
-- Lists
-- -----

CREATE TABLE user_lists (
  id uuid NOT NULL,
  owner_id uuid NOT NULL,
  name text NOT NULL,
  "position" smallint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT user_lists_pkey PRIMARY KEY (id)
);

CREATE INDEX user_lists_owner_id_position_id_idx ON user_lists (owner_id, "position", id);

CREATE TABLE user_list_members (
  list_id uuid NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT user_list_members_pkey PRIMARY KEY (list_id, user_id)
);

CREATE INDEX user_list_members_list_id_created_at_user_id_idx
  ON user_list_members (list_id, created_at DESC, user_id DESC);
CREATE INDEX user_list_members_user_id_idx ON user_list_members (user_id);

-- ---------------
-- Keyword filters
-- ---------------

CREATE TABLE keyword_filters (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  phrase text NOT NULL,
  is_whole_word boolean NOT NULL,
  contexts filter_context[],
  action filter_action NOT NULL,
  expires_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT keyword_filters_pkey PRIMARY KEY (id)
);

CREATE INDEX keyword_filters_user_id_id_idx ON keyword_filters (user_id, id DESC);

-- ------------------------
-- Threads, media and polls
-- ------------------------

CREATE TABLE threads (
  id uuid NOT NULL,
  author_id uuid,
  type thread_type NOT NULL DEFAULT 'thread',
  content text NOT NULL,
  reply_permission reply_permission NOT NULL DEFAULT 'ANYONE',
  parent_id uuid,
  root_id uuid,
  quoted_id uuid,
  level smallint NOT NULL DEFAULT 0,
  path text COLLATE "C" NOT NULL DEFAULT '',
  hashtags text[] DEFAULT ARRAY[]::text[],
  likes_count integer NOT NULL DEFAULT 0,
  replies_count integer NOT NULL DEFAULT 0,
  reposts_count integer NOT NULL DEFAULT 0,
  quotes_count integer NOT NULL DEFAULT 0,
  bookmarks_count integer NOT NULL DEFAULT 0,
  reaction_counts jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  content_warning text,
  is_sensitive boolean NOT NULL DEFAULT false,
  is_hidden boolean NOT NULL DEFAULT false,
  is_quote_detached boolean NOT NULL DEFAULT false,
  link_card_id uuid,
  text_key text,
  CONSTRAINT threads_pkey PRIMARY KEY (id),
  CONSTRAINT threads_content_check CHECK (char_length(content) <= 2000),
  CONSTRAINT threads_counts_check
    CHECK (likes_count >= 0 AND replies_count >= 0 AND reposts_count >= 0 AND quotes_count >= 0 AND bookmarks_count >= 0),
  CONSTRAINT threads_deleted_check CHECK (deleted_at IS NULL OR content = ''),
  CONSTRAINT threads_level_check CHECK (level BETWEEN 0 AND 5 AND (level = 0) = (root_id IS NULL)),
  CONSTRAINT threads_path_check CHECK (char_length(path) <= 400),
  CONSTRAINT threads_type_check CHECK ((type = 'reply') = (level > 0))
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 5000);

CREATE INDEX threads_author_id_id_idx ON threads (author_id, id DESC);
CREATE INDEX threads_parent_id_id_idx ON threads (parent_id, id);
CREATE INDEX threads_quoted_id_id_idx ON threads (quoted_id, id DESC);
CREATE INDEX threads_root_id_path_idx ON threads (root_id, path);
CREATE INDEX threads_hidden_replies_idx ON threads (root_id, path)
  WHERE is_hidden;
CREATE INDEX threads_link_card_idx ON threads (link_card_id)
  WHERE link_card_id IS NOT NULL;
CREATE INDEX threads_text_key_author_id_idx ON threads (text_key, author_id DESC)
  WHERE text_key IS NOT NULL;
CREATE INDEX threads_deleted_replies_idx ON threads (root_id, path)
  WHERE deleted_at IS NOT NULL;

CREATE TABLE scheduled_threads (
  id uuid NOT NULL,
  author_id uuid NOT NULL,
  scheduled_at timestamptz(3) NOT NULL,
  content text NOT NULL,
  content_warning text,
  is_sensitive boolean NOT NULL DEFAULT false,
  parent_id uuid,
  reply_permission reply_permission NOT NULL DEFAULT 'ANYONE',
  poll jsonb,
  error text,
  version integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT scheduled_threads_pkey PRIMARY KEY (id)
);

CREATE INDEX scheduled_threads_author_id_scheduled_at_id_idx ON scheduled_threads (author_id, scheduled_at, id);
CREATE INDEX scheduled_threads_due_idx ON scheduled_threads (scheduled_at)
  WHERE error IS NULL;

CREATE TABLE scheduled_parts (
  scheduled_id uuid NOT NULL,
  "position" smallint NOT NULL,
  author_id uuid NOT NULL,
  content text NOT NULL,
  files smallint NOT NULL,
  CONSTRAINT scheduled_parts_pkey PRIMARY KEY (scheduled_id, "position")
);

CREATE INDEX scheduled_parts_author_id_idx ON scheduled_parts (author_id);

CREATE TABLE drafts (
  id uuid NOT NULL,
  author_id uuid NOT NULL,
  topic text NOT NULL,
  texts text[],
  content_warning text,
  is_sensitive boolean NOT NULL DEFAULT false,
  reply_permission reply_permission NOT NULL DEFAULT 'ANYONE',
  poll jsonb,
  parent_id uuid,
  quoted_id uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  scheduled_at timestamptz(3),
  CONSTRAINT drafts_pkey PRIMARY KEY (id)
);

CREATE INDEX drafts_author_id_updated_at_id_idx ON drafts (author_id, updated_at DESC, id DESC);

CREATE TABLE draft_media (
  draft_id uuid NOT NULL,
  media_id uuid NOT NULL,
  part smallint NOT NULL,
  "position" smallint NOT NULL,
  alt_text text,
  CONSTRAINT draft_media_pkey PRIMARY KEY (draft_id, media_id)
);

CREATE INDEX draft_media_media_id_idx ON draft_media (media_id);

CREATE TABLE pinned_threads (
  user_id uuid NOT NULL,
  thread_id uuid NOT NULL,
  CONSTRAINT pinned_threads_pkey PRIMARY KEY (user_id)
);

CREATE UNIQUE INDEX pinned_threads_thread_id_key ON pinned_threads (thread_id);

CREATE TABLE pending_purges (
  thread_id uuid NOT NULL,
  CONSTRAINT pending_purges_pkey PRIMARY KEY (thread_id)
);

CREATE TABLE thread_revisions (
  id uuid NOT NULL,
  thread_id uuid NOT NULL,
  content text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  content_warning text,
  CONSTRAINT thread_revisions_pkey PRIMARY KEY (id),
  CONSTRAINT thread_revisions_content_check CHECK (char_length(content) <= 2000)
);

CREATE INDEX thread_revisions_thread_id_id_idx ON thread_revisions (thread_id, id DESC);

-- Pages of the feed are read from the indexes alone, which needs vacuumed pages.
CREATE TABLE feed_entries (
  key uuid NOT NULL,
  actor_id uuid NOT NULL,
  thread_id uuid NOT NULL,
  is_listed boolean NOT NULL DEFAULT true,
  CONSTRAINT feed_entries_pkey PRIMARY KEY (key)
) WITH (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 5000);

CREATE INDEX feed_entries_actor_id_key_thread_id_idx ON feed_entries (actor_id, key DESC, thread_id);
CREATE INDEX feed_entries_key_actor_id_thread_id_idx ON feed_entries (key DESC, actor_id, thread_id);
CREATE INDEX feed_entries_thread_id_idx ON feed_entries (thread_id);
CREATE INDEX feed_entries_listed_idx ON feed_entries (key DESC, actor_id)
  WHERE is_listed AND key = thread_id;
CREATE INDEX feed_entries_unlisted_idx ON feed_entries (actor_id, key DESC)
  WHERE NOT is_listed AND key = thread_id;

CREATE TABLE media (
  id uuid NOT NULL,
  owner_id uuid NOT NULL,
  thread_id uuid,
  message_id uuid,
  "position" smallint NOT NULL DEFAULT 0,
  type media_type NOT NULL,
  storage_key text NOT NULL,
  file_name text NOT NULL,
  mime_type text NOT NULL,
  bytes bigint NOT NULL,
  width integer,
  height integer,
  duration_ms integer,
  blurhash text,
  alt_text text,
  original_name text,
  variants jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  poster_file_name text,
  scheduled_id uuid,
  captions jsonb NOT NULL DEFAULT '[]',
  additional_message_id uuid,
  waveform smallint[],
  CONSTRAINT media_pkey PRIMARY KEY (id),
  CONSTRAINT media_alt_text_check CHECK (char_length(alt_text) <= 1500),
  CONSTRAINT media_bytes_check CHECK (bytes > 0),
  CONSTRAINT media_duration_check CHECK (duration_ms >= 0),
  CONSTRAINT media_position_check CHECK ("position" BETWEEN 0 AND 9),
  CONSTRAINT media_poster_check CHECK (poster_file_name IS NULL OR type = 'video'),
  CONSTRAINT media_size_check CHECK (width > 0 AND height > 0),
  CONSTRAINT media_use_check CHECK (thread_id IS NULL OR message_id IS NULL)
);

CREATE UNIQUE INDEX media_storage_key_key ON media (storage_key);
CREATE INDEX media_thread_id_position_idx ON media (thread_id, "position");
CREATE INDEX media_message_id_idx ON media (message_id);
CREATE INDEX media_owner_id_id_idx ON media (owner_id, id DESC);
CREATE INDEX media_owner_id_bytes_idx ON media (owner_id, bytes);
CREATE INDEX media_scheduled_idx ON media (scheduled_id)
  WHERE scheduled_id IS NOT NULL;
CREATE INDEX media_additional_message_idx ON media (additional_message_id)
  WHERE additional_message_id IS NOT NULL;
-- Uploads that nothing uses yet, for their removal.
CREATE INDEX media_unused_idx ON media (created_at)
  WHERE thread_id IS NULL AND message_id IS NULL AND scheduled_id IS NULL AND additional_message_id IS NULL;

CREATE TABLE unclaimed_media (
  storage_key text NOT NULL,
  since timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT unclaimed_media_pkey PRIMARY KEY (storage_key)
);

CREATE INDEX unclaimed_media_since_idx ON unclaimed_media (since);

CREATE TABLE video_conversions (
  media_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  storage_key text NOT NULL,
  is_playable boolean NOT NULL,
  queued_at timestamptz(3) NOT NULL,
  due_at timestamptz(3) NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  percent smallint NOT NULL DEFAULT 0,
  replaced_file_name text,
  replaced_bytes bigint,
  failures smallint NOT NULL DEFAULT 0,
  first_tried_at timestamptz(3),
  CONSTRAINT video_conversions_pkey PRIMARY KEY (media_id)
);

CREATE INDEX video_conversions_due_at_idx ON video_conversions (due_at);
CREATE INDEX video_conversions_owner_id_idx ON video_conversions (owner_id);

CREATE TABLE link_cards (
  id uuid NOT NULL,
  url text NOT NULL,
  title text,
  description text,
  is_video boolean NOT NULL DEFAULT false,
  image_key text,
  image_width integer,
  image_height integer,
  image_blurhash text,
  requested_at timestamptz(3) NOT NULL,
  due_at timestamptz(3),
  expires_at timestamptz(3),
  requested_by_id uuid,
  CONSTRAINT link_cards_pkey PRIMARY KEY (id)
);

CREATE INDEX link_cards_due_idx ON link_cards (due_at)
  WHERE due_at IS NOT NULL;

CREATE TABLE polls (
  id uuid NOT NULL,
  thread_id uuid NOT NULL,
  question text NOT NULL,
  multiple boolean NOT NULL DEFAULT false,
  expires_at timestamptz(3) NOT NULL,
  announced_at timestamptz(3),
  voters_count integer NOT NULL DEFAULT 0,
  CONSTRAINT polls_pkey PRIMARY KEY (id),
  CONSTRAINT polls_question_check CHECK (char_length(question) BETWEEN 1 AND 300),
  CONSTRAINT polls_voters_count_check CHECK (voters_count >= 0)
);

CREATE UNIQUE INDEX polls_thread_id_key ON polls (thread_id);
CREATE INDEX polls_expires_at_idx ON polls (expires_at);
-- Polls whose end is still to be announced.
CREATE INDEX polls_unannounced_idx ON polls (expires_at)
  WHERE announced_at IS NULL;

CREATE TABLE poll_options (
  id uuid NOT NULL,
  poll_id uuid NOT NULL,
  "position" smallint NOT NULL,
  text text NOT NULL,
  votes_count integer NOT NULL DEFAULT 0,
  CONSTRAINT poll_options_pkey PRIMARY KEY (id),
  CONSTRAINT poll_options_position_check CHECK ("position" BETWEEN 0 AND 5),
  CONSTRAINT poll_options_text_check CHECK (char_length(text) BETWEEN 1 AND 80),
  CONSTRAINT poll_options_votes_count_check CHECK (votes_count >= 0)
);

CREATE UNIQUE INDEX poll_options_poll_id_position_key ON poll_options (poll_id, "position");

CREATE TABLE poll_ballots (
  poll_id uuid NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT poll_ballots_pkey PRIMARY KEY (poll_id, user_id)
);

CREATE INDEX poll_ballots_user_id_idx ON poll_ballots (user_id);

CREATE TABLE poll_votes (
  poll_id uuid NOT NULL,
  user_id uuid NOT NULL,
  option_id uuid NOT NULL,
  CONSTRAINT poll_votes_pkey PRIMARY KEY (poll_id, user_id, option_id)
);

CREATE INDEX poll_votes_option_id_idx ON poll_votes (option_id);

CREATE FUNCTION release_media_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unclaimed_media (storage_key, since) VALUES (OLD.storage_key, '-infinity')
  ON CONFLICT (storage_key) DO UPDATE SET since = '-infinity';
  RETURN NULL;
END $$;

CREATE TRIGGER media_release_key AFTER DELETE ON media
  FOR EACH ROW EXECUTE FUNCTION release_media_key();

CREATE FUNCTION release_link_image_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unclaimed_media (storage_key, since) VALUES (OLD.image_key, '-infinity')
  ON CONFLICT (storage_key) DO UPDATE SET since = '-infinity';
  RETURN NULL;
END $$;

CREATE TRIGGER link_cards_release_image AFTER DELETE ON link_cards
  FOR EACH ROW WHEN (OLD.image_key IS NOT NULL)
  EXECUTE FUNCTION release_link_image_key();

CREATE TRIGGER link_cards_release_replaced_image AFTER UPDATE OF image_key ON link_cards
  FOR EACH ROW WHEN (OLD.image_key IS NOT NULL AND OLD.image_key IS DISTINCT FROM NEW.image_key)
  EXECUTE FUNCTION release_link_image_key();

-- ----------
-- Engagement
-- ----------

CREATE TABLE likes (
  user_id uuid NOT NULL,
  thread_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT likes_pkey PRIMARY KEY (user_id, thread_id)
);

CREATE INDEX likes_user_id_created_at_thread_id_idx ON likes (user_id, created_at DESC, thread_id DESC);
CREATE INDEX likes_thread_id_created_at_user_id_idx ON likes (thread_id, created_at DESC, user_id DESC);

CREATE TABLE reposts (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  thread_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT reposts_pkey PRIMARY KEY (user_id, thread_id)
);

CREATE UNIQUE INDEX reposts_id_key ON reposts (id);
CREATE INDEX reposts_thread_id_created_at_user_id_idx ON reposts (thread_id, created_at DESC, user_id DESC);

CREATE TABLE bookmarks (
  user_id uuid NOT NULL,
  thread_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  folder_id uuid,
  CONSTRAINT bookmarks_pkey PRIMARY KEY (user_id, thread_id)
);

CREATE INDEX bookmarks_user_id_created_at_thread_id_idx ON bookmarks (user_id, created_at DESC, thread_id DESC);
CREATE INDEX bookmarks_thread_id_idx ON bookmarks (thread_id);
CREATE INDEX bookmarks_folder_idx ON bookmarks (folder_id, created_at DESC, thread_id DESC)
  WHERE folder_id IS NOT NULL;

CREATE TABLE bookmark_folders (
  id uuid NOT NULL,
  owner_id uuid NOT NULL,
  name text NOT NULL,
  name_key text NOT NULL,
  "position" smallint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT bookmark_folders_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX bookmark_folders_owner_id_name_key_key ON bookmark_folders (owner_id, name_key);
CREATE INDEX bookmark_folders_owner_id_position_id_idx ON bookmark_folders (owner_id, "position", id);

CREATE TABLE reactions (
  user_id uuid NOT NULL,
  thread_id uuid NOT NULL,
  type reaction_type NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT reactions_pkey PRIMARY KEY (user_id, thread_id)
);

CREATE INDEX reactions_thread_id_created_at_user_id_idx ON reactions (thread_id, created_at DESC, user_id DESC);

-- ---------------------
-- Hashtags and mentions
-- ---------------------

CREATE TABLE hashtags (
  id uuid NOT NULL,
  tag text NOT NULL,
  threads_count integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  public_threads_count integer NOT NULL DEFAULT 0,
  CONSTRAINT hashtags_pkey PRIMARY KEY (id),
  CONSTRAINT hashtags_tag_check CHECK (char_length(tag) BETWEEN 1 AND 64),
  CONSTRAINT hashtags_threads_count_check CHECK (threads_count >= 0)
);

CREATE UNIQUE INDEX hashtags_tag_key ON hashtags (tag);
CREATE INDEX hashtags_tag_idx ON hashtags (tag text_pattern_ops);
CREATE INDEX hashtags_public_threads_count_tag_idx ON hashtags (public_threads_count DESC, tag);

CREATE TABLE thread_hashtags (
  hashtag_id uuid NOT NULL,
  thread_id uuid NOT NULL,
  is_listed boolean NOT NULL DEFAULT true,
  CONSTRAINT thread_hashtags_pkey PRIMARY KEY (hashtag_id, thread_id)
);

CREATE INDEX thread_hashtags_thread_id_idx ON thread_hashtags (thread_id);
CREATE INDEX thread_hashtags_listed_idx ON thread_hashtags (hashtag_id, thread_id DESC)
  WHERE is_listed;

CREATE TABLE hashtag_follows (
  user_id uuid NOT NULL,
  tag text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT hashtag_follows_pkey PRIMARY KEY (user_id, tag)
);

CREATE TABLE thread_mentions (
  thread_id uuid NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT thread_mentions_pkey PRIMARY KEY (thread_id, user_id)
);

CREATE INDEX thread_mentions_user_id_thread_id_idx ON thread_mentions (user_id, thread_id DESC);

-- --------------------
-- Search and discovery
-- --------------------

CREATE TABLE search_documents (
  "position" bigserial NOT NULL,
  thread_id uuid NOT NULL,
  author_id uuid,
  root_author_id uuid,
  document tsvector NOT NULL,
  CONSTRAINT search_documents_pkey PRIMARY KEY ("position")
);

CREATE UNIQUE INDEX search_documents_thread_id_key ON search_documents (thread_id);
CREATE INDEX search_documents_document_idx ON search_documents USING gin (document);
CREATE INDEX search_documents_root_author_id_idx ON search_documents (root_author_id)
  WHERE root_author_id IS NOT NULL;

CREATE TABLE search_words (
  word text NOT NULL,
  source_thread_id uuid NOT NULL,
  CONSTRAINT search_words_pkey PRIMARY KEY (word)
);

CREATE INDEX search_words_trgm_idx ON search_words USING gin (word gin_trgm_ops);

CREATE TABLE background_runs (
  name text NOT NULL,
  ran_at timestamptz(3) NOT NULL,
  "position" bigint NOT NULL DEFAULT 0,
  CONSTRAINT background_runs_pkey PRIMARY KEY (name)
);

CREATE TABLE trending_hashtags (
  rank integer NOT NULL,
  tag text NOT NULL,
  threads_count integer NOT NULL,
  recent_count integer NOT NULL,
  CONSTRAINT trending_hashtags_pkey PRIMARY KEY (rank)
);

CREATE TABLE trending_threads (
  rank integer NOT NULL,
  thread_id uuid NOT NULL,
  CONSTRAINT trending_threads_pkey PRIMARY KEY (rank)
);

-- Keeps the search document of a thread. The mark is:unlisted belongs to threads of accounts whose threads are not
-- listed. The transaction that inserts a thread has locked the author's row, so the state read here does not change
-- before it ends.
CREATE FUNCTION index_thread() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  place bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    place := nextval('search_documents_position_seq');
    INSERT INTO search_documents ("position", thread_id, author_id, root_author_id, document)
    VALUES (place, NEW.id, NEW.author_id,
      CASE WHEN NEW.root_id IS NOT NULL THEN (SELECT author_id FROM threads WHERE id = NEW.root_id) END,
      search_document(NEW.content)
        || search_marks(NEW.content, NEW.hashtags, NEW.author_id, place)
        || array_to_tsvector(ARRAY(SELECT 'is:unlisted' FROM users
          WHERE id = NEW.author_id AND thread_listing = 'unlisted')));
  ELSIF TG_OP = 'DELETE' OR NEW.deleted_at IS NOT NULL THEN
    DELETE FROM search_documents WHERE thread_id = OLD.id;
  ELSE
    UPDATE search_documents SET author_id = NEW.author_id, document =
      search_document(NEW.content)
      || search_marks(NEW.content, NEW.hashtags, NEW.author_id, "position")
      || array_to_tsvector(ARRAY(SELECT mark FROM unnest(ARRAY['is:media', 'is:poll', 'is:unlisted']) AS mark
        WHERE document @@ quote_literal(mark)::tsquery))
    WHERE thread_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER threads_index_changed AFTER UPDATE OF content, hashtags, author_id, deleted_at ON threads
  FOR EACH ROW EXECUTE FUNCTION index_thread();

CREATE TRIGGER threads_index_deleted AFTER DELETE ON threads
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL)
  EXECUTE FUNCTION index_thread();

CREATE TRIGGER threads_index_new AFTER INSERT ON threads
  FOR EACH ROW WHEN (NEW.deleted_at IS NULL)
  EXECUTE FUNCTION index_thread();

-- Adds the mark in the argument to the search document of the thread. An attachment is removed only with its thread.
CREATE FUNCTION index_attachment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE search_documents SET document = document || array_to_tsvector(TG_ARGV)
  WHERE thread_id = NEW.thread_id AND NOT document @@ quote_literal(TG_ARGV[0])::tsquery;
  RETURN NULL;
END $$;

CREATE TRIGGER media_index_claimed AFTER UPDATE OF thread_id ON media
  FOR EACH ROW WHEN (NEW.thread_id IS NOT NULL)
  EXECUTE FUNCTION index_attachment('is:media');

CREATE TRIGGER media_index_new AFTER INSERT ON media
  FOR EACH ROW WHEN (NEW.thread_id IS NOT NULL)
  EXECUTE FUNCTION index_attachment('is:media');

CREATE TRIGGER polls_index_new AFTER INSERT ON polls
  FOR EACH ROW EXECUTE FUNCTION index_attachment('is:poll');

-- ----
-- Chat
-- ----

CREATE TABLE conversations (
  id uuid NOT NULL,
  lower_id uuid,
  upper_id uuid,
  last_seq integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  members_version integer NOT NULL DEFAULT 0,
  CONSTRAINT conversations_pkey PRIMARY KEY (id),
  CONSTRAINT conversations_group_check CHECK ((lower_id IS NULL) = (upper_id IS NULL)),
  CONSTRAINT conversations_last_seq_check CHECK (last_seq >= 0),
  CONSTRAINT conversations_pair_check CHECK (lower_id < upper_id)
);

CREATE INDEX conversations_upper_id_idx ON conversations (upper_id);
CREATE UNIQUE INDEX conversations_lower_id_upper_id_key ON conversations (lower_id, upper_id);

CREATE TABLE chat_groups (
  conversation_id uuid NOT NULL,
  name text NOT NULL,
  picture_key text,
  invite_token text,
  CONSTRAINT chat_groups_pkey PRIMARY KEY (conversation_id),
  CONSTRAINT chat_groups_name_check CHECK (char_length(name) BETWEEN 1 AND 60)
);

CREATE UNIQUE INDEX chat_groups_invite_token_key ON chat_groups (invite_token);

CREATE TABLE group_departures (
  conversation_id uuid NOT NULL,
  user_id uuid NOT NULL,
  reason group_departure NOT NULL,
  CONSTRAINT group_departures_pkey PRIMARY KEY (conversation_id, user_id)
);

CREATE INDEX group_departures_user_id_idx ON group_departures (user_id);

CREATE TABLE conversation_members (
  conversation_id uuid NOT NULL,
  user_id uuid NOT NULL,
  unread_count integer NOT NULL DEFAULT 0,
  read_seq integer NOT NULL DEFAULT 0,
  cleared_seq integer NOT NULL DEFAULT 0,
  is_muted boolean NOT NULL DEFAULT true,
  is_ignored boolean NOT NULL DEFAULT false,
  last_message_at timestamptz(3),
  ignored_seq integer NOT NULL DEFAULT 0,
  last_sent_seq integer NOT NULL DEFAULT 0,
  request message_request,
  pinned_at timestamptz(3),
  is_admin boolean NOT NULL DEFAULT false,
  is_mention_muted boolean NOT NULL DEFAULT false,
  joined_seq integer NOT NULL DEFAULT 0,
  mentioned_seq integer NOT NULL DEFAULT 0,
  CONSTRAINT conversation_members_pkey PRIMARY KEY (conversation_id, user_id),
  CONSTRAINT conversation_members_counts_check
    CHECK (unread_count >= 0 AND read_seq >= 0 AND cleared_seq >= 0 AND ignored_seq >= 0 AND last_sent_seq >= 0)
);

CREATE INDEX conversation_members_user_id_last_message_at_conversation_i_idx
  ON conversation_members (user_id, last_message_at DESC, conversation_id DESC);
CREATE INDEX conversation_members_requests_idx ON conversation_members (user_id, last_message_at DESC, conversation_id DESC)
  WHERE request = 'pending';
CREATE INDEX conversation_members_pinned_idx ON conversation_members (user_id, last_message_at DESC, conversation_id DESC)
  WHERE pinned_at IS NOT NULL;

CREATE TABLE message_drafts (
  conversation_id uuid NOT NULL,
  user_id uuid NOT NULL,
  text text NOT NULL,
  reply_to_seq integer,
  revision integer NOT NULL DEFAULT 1,
  CONSTRAINT message_drafts_pkey PRIMARY KEY (conversation_id, user_id)
);

CREATE TABLE messages (
  id uuid NOT NULL,
  conversation_id uuid NOT NULL,
  seq integer NOT NULL,
  sender_id uuid,
  type message_type NOT NULL DEFAULT 'text',
  content text NOT NULL,
  client_message_id text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  deleted_at timestamptz(3),
  reactions jsonb,
  revision integer NOT NULL DEFAULT 0,
  reply_to_seq integer,
  edited_at timestamptz(3),
  shared_thread_id uuid,
  event jsonb,
  mentions uuid[],
  link_card_id uuid,
  CONSTRAINT messages_pkey PRIMARY KEY (id),
  CONSTRAINT messages_client_message_id_check CHECK (char_length(client_message_id) BETWEEN 1 AND 100),
  CONSTRAINT messages_content_check CHECK (char_length(content) <= 2000),
  CONSTRAINT messages_deleted_check CHECK (deleted_at IS NULL OR content = ''),
  CONSTRAINT messages_event_check CHECK ((type = 'system') = (event IS NOT NULL)),
  CONSTRAINT messages_seq_check CHECK (seq > 0)
);

CREATE UNIQUE INDEX messages_conversation_id_seq_key ON messages (conversation_id, seq);
CREATE UNIQUE INDEX messages_sender_id_client_message_id_key ON messages (sender_id, client_message_id);
CREATE INDEX messages_document_idx
  ON messages USING gin (message_document(conversation_id, seq, content)) WITH (fastupdate=off);
CREATE INDEX messages_link_card_idx ON messages (link_card_id)
  WHERE link_card_id IS NOT NULL;

-- Each message changes two rows. With free space beside them, no index has to be written.
CREATE TABLE chat_inboxes (
  user_id uuid NOT NULL,
  last_seq integer NOT NULL,
  CONSTRAINT chat_inboxes_pkey PRIMARY KEY (user_id),
  CONSTRAINT chat_inboxes_last_seq_check CHECK (last_seq > 0)
) WITH (fillfactor = 50);

CREATE TABLE message_deliveries (
  user_id uuid NOT NULL,
  seq integer NOT NULL,
  message_id uuid NOT NULL,
  CONSTRAINT message_deliveries_pkey PRIMARY KEY (user_id, seq)
);

CREATE UNIQUE INDEX message_deliveries_message_id_user_id_key ON message_deliveries (message_id, user_id);

-- The links of a message request are fetched once a member has accepted it, also by answering. A group may have
-- many messages: only the links of the last ones are fetched. Also locks the links that are queued: the job that
-- fetches them either waits for this decision or has finished before it.
CREATE FUNCTION request_accepted_link_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE link_cards card SET due_at = coalesce(card.due_at, card.requested_at)
  FROM (
    SELECT locked.id FROM link_cards locked
    WHERE locked.title IS NULL AND locked.id IN (
      SELECT message.link_card_id FROM messages message JOIN conversations conversation
        ON conversation.id = message.conversation_id
      WHERE message.conversation_id = NEW.conversation_id
        AND message.seq > greatest(NEW.cleared_seq, conversation.last_seq - 50))
    ORDER BY locked.id FOR NO KEY UPDATE OF locked
  ) waiting
  WHERE card.id = waiting.id;
  RETURN NULL;
END $$;

CREATE TRIGGER conversation_members_request_link_cards AFTER UPDATE OF request ON conversation_members
  FOR EACH ROW WHEN (OLD.request IS NOT NULL AND NEW.request IS NULL)
  EXECUTE FUNCTION request_accepted_link_cards();

CREATE TRIGGER chat_groups_release_picture AFTER DELETE ON chat_groups
  FOR EACH ROW WHEN (OLD.picture_key IS NOT NULL)
  EXECUTE FUNCTION release_picture_key();

CREATE TRIGGER chat_groups_release_replaced_picture AFTER UPDATE OF picture_key ON chat_groups
  FOR EACH ROW WHEN (OLD.picture_key IS NOT NULL AND OLD.picture_key IS DISTINCT FROM NEW.picture_key)
  EXECUTE FUNCTION release_picture_key();

-- -------------
-- Notifications
-- -------------

CREATE TABLE notifications (
  id uuid NOT NULL,
  recipient_id uuid NOT NULL,
  actor_id uuid,
  type notification_type NOT NULL,
  thread_id uuid,
  follow_request_id uuid,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  read_at timestamptz(3),
  subject_id uuid GENERATED ALWAYS AS (COALESCE(follow_request_id, thread_id, recipient_id)) STORED,
  CONSTRAINT notifications_pkey PRIMARY KEY (id),
  CONSTRAINT notifications_actor_check
    CHECK (actor_id IS NOT NULL OR (type IN ('poll_ended', 'moderation_warning', 'report_message'))),
  CONSTRAINT notifications_self_check CHECK (recipient_id <> actor_id)
);

CREATE INDEX notifications_actor_id_idx ON notifications (actor_id);
CREATE INDEX notifications_thread_id_idx ON notifications (thread_id);
CREATE INDEX notifications_recipient_id_type_id_idx ON notifications (recipient_id, type, id DESC);
CREATE UNIQUE INDEX notifications_act_key ON notifications (subject_id, type, actor_id, recipient_id) NULLS NOT DISTINCT;
-- Unread notifications by group: counting groups reads one entry of each.
CREATE INDEX notifications_unread_idx ON notifications (recipient_id, type, subject_id, id DESC)
  WHERE read_at IS NULL;
-- Most notifications have no follow request.
CREATE INDEX notifications_follow_request_id_idx ON notifications (follow_request_id)
  WHERE follow_request_id IS NOT NULL;
-- Read notifications, for their removal.
CREATE INDEX notifications_read_at_idx ON notifications (read_at)
  WHERE read_at IS NOT NULL;

CREATE TABLE notification_preferences (
  user_id uuid NOT NULL,
  disabled notification_type[] DEFAULT ARRAY[]::notification_type[],
  CONSTRAINT notification_preferences_pkey PRIMARY KEY (user_id)
);

CREATE TABLE email_digests (
  user_id uuid NOT NULL,
  due_at timestamptz(3) NOT NULL,
  token text NOT NULL,
  CONSTRAINT email_digests_pkey PRIMARY KEY (user_id)
);

CREATE UNIQUE INDEX email_digests_token_key ON email_digests (token);
CREATE INDEX email_digests_due_at_idx ON email_digests (due_at);

CREATE TABLE push_keys (
  id integer NOT NULL DEFAULT 1,
  public_key text NOT NULL,
  private_key text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT push_keys_pkey PRIMARY KEY (id),
  CONSTRAINT push_keys_one_check CHECK (id = 1)
);

CREATE TABLE push_subscriptions (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  session_id uuid NOT NULL,
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  told_id uuid NOT NULL,
  told_seq integer NOT NULL DEFAULT 0,
  failures smallint NOT NULL DEFAULT 0,
  busy_until timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT push_subscriptions_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX push_subscriptions_endpoint_key ON push_subscriptions (endpoint);
CREATE INDEX push_subscriptions_user_id_id_idx ON push_subscriptions (user_id, id DESC);
CREATE INDEX push_subscriptions_session_id_idx ON push_subscriptions (session_id);

CREATE TABLE app_push_subscriptions (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  session_id uuid NOT NULL,
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  is_standard boolean NOT NULL,
  alerts text[],
  policy text NOT NULL,
  encrypted_token bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_notification_id uuid NOT NULL,
  failures smallint NOT NULL DEFAULT 0,
  busy_until timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT app_push_subscriptions_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX app_push_subscriptions_session_id_key ON app_push_subscriptions (session_id);
CREATE INDEX app_push_subscriptions_user_id_idx ON app_push_subscriptions (user_id);

CREATE TABLE thread_mutes (
  user_id uuid NOT NULL,
  thread_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT thread_mutes_pkey PRIMARY KEY (user_id, thread_id)
);

CREATE INDEX thread_mutes_thread_id_idx ON thread_mutes (thread_id);

-- -----------------------------
-- Moderation and administration
-- -----------------------------

CREATE TABLE reports (
  id uuid NOT NULL,
  reporter_id uuid,
  target_type report_target NOT NULL,
  target_id uuid NOT NULL,
  reason text NOT NULL,
  note text,
  status report_status NOT NULL DEFAULT 'open',
  resolver_id uuid,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  resolved_at timestamptz(3),
  rules text[] DEFAULT ARRAY[]::text[],
  person_id uuid,
  automatic_rule text,
  CONSTRAINT reports_pkey PRIMARY KEY (id),
  CONSTRAINT reports_note_check CHECK (char_length(note) <= 2000),
  CONSTRAINT reports_reason_check CHECK (char_length(reason) BETWEEN 1 AND 200)
);

CREATE INDEX reports_status_id_idx ON reports (status, id DESC);
CREATE INDEX reports_target_type_target_id_idx ON reports (target_type, target_id);
CREATE INDEX reports_reporter_id_idx ON reports (reporter_id);
CREATE INDEX reports_resolver_id_idx ON reports (resolver_id);
CREATE INDEX reports_person_id_id_idx ON reports (person_id, id DESC);
CREATE INDEX reports_rules_idx ON reports USING gin (rules);
CREATE INDEX reports_decided_idx ON reports (id DESC)
  WHERE status <> 'open';

CREATE TABLE report_assignments (
  report_id uuid NOT NULL,
  assignee_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT report_assignments_pkey PRIMARY KEY (report_id)
);

CREATE INDEX report_assignments_assignee_id_idx ON report_assignments (assignee_id);

CREATE TABLE moderation_notes (
  id uuid NOT NULL,
  author_id uuid,
  report_id uuid,
  user_id uuid,
  text text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT moderation_notes_pkey PRIMARY KEY (id),
  CONSTRAINT moderation_notes_about_check CHECK (num_nonnulls(report_id, user_id) = 1),
  CONSTRAINT moderation_notes_text_check CHECK (char_length(text) BETWEEN 1 AND 2000)
);

CREATE INDEX moderation_notes_author_id_idx ON moderation_notes (author_id);
CREATE INDEX moderation_notes_report_id_id_idx ON moderation_notes (report_id, id DESC);
CREATE INDEX moderation_notes_user_id_id_idx ON moderation_notes (user_id, id DESC);

CREATE TABLE report_messages (
  id uuid NOT NULL,
  report_id uuid NOT NULL,
  recipient_id uuid NOT NULL,
  moderator_id uuid,
  text text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT report_messages_pkey PRIMARY KEY (id),
  CONSTRAINT report_messages_text_check CHECK (char_length(text) BETWEEN 1 AND 1000)
);

CREATE INDEX report_messages_report_id_id_idx ON report_messages (report_id, id DESC);
CREATE INDEX report_messages_recipient_id_id_idx ON report_messages (recipient_id, id DESC);
CREATE INDEX report_messages_moderator_id_idx ON report_messages (moderator_id);

CREATE TABLE strikes (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  moderator_id uuid,
  action strike_action NOT NULL,
  rules text[] DEFAULT ARRAY[]::text[],
  text text,
  thread_id uuid,
  thread_text text,
  ends_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  lifted_at timestamptz(3),
  appeal_token_hash bytea,
  is_automatic boolean NOT NULL DEFAULT false,
  CONSTRAINT strikes_pkey PRIMARY KEY (id),
  CONSTRAINT strikes_thread_check
    CHECK ((thread_id IS NOT NULL) = (action IN ('mark_sensitive', 'remove_thread')) OR action = 'warn')
);

CREATE UNIQUE INDEX strikes_appeal_token_hash_key ON strikes (appeal_token_hash);
CREATE INDEX strikes_user_id_id_idx ON strikes (user_id, id DESC);
CREATE INDEX strikes_moderator_id_idx ON strikes (moderator_id);

CREATE TABLE appeals (
  strike_id uuid NOT NULL,
  text text NOT NULL,
  status appeal_status NOT NULL DEFAULT 'open',
  created_at timestamptz(3) NOT NULL,
  decider_id uuid,
  decided_at timestamptz(3),
  decision_text text,
  CONSTRAINT appeals_pkey PRIMARY KEY (strike_id),
  CONSTRAINT appeals_decided_check CHECK ((status = 'open') = (decided_at IS NULL))
);

CREATE INDEX appeals_status_strike_id_idx ON appeals (status, strike_id DESC);
CREATE INDEX appeals_decider_id_idx ON appeals (decider_id);

CREATE TABLE canned_responses (
  id uuid NOT NULL,
  title text NOT NULL,
  text text NOT NULL,
  "position" integer NOT NULL,
  CONSTRAINT canned_responses_pkey PRIMARY KEY (id)
);

CREATE TABLE audit_entries (
  id uuid NOT NULL,
  actor_id uuid,
  action text NOT NULL,
  target_type text,
  target_id uuid,
  details jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT audit_entries_pkey PRIMARY KEY (id)
);

CREATE INDEX audit_entries_actor_id_id_idx ON audit_entries (actor_id, id DESC);
CREATE INDEX audit_entries_target_type_target_id_id_idx ON audit_entries (target_type, target_id, id DESC);
CREATE INDEX audit_entries_action_id_idx ON audit_entries (action, id DESC);
CREATE INDEX audit_entries_author_idx ON audit_entries ((details ->> 'authorId'), id DESC)
  WHERE target_type = 'thread';

CREATE TABLE instance_settings (
  section text NOT NULL,
  content jsonb NOT NULL,
  version integer NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT instance_settings_pkey PRIMARY KEY (section)
);

CREATE TABLE idempotency_keys (
  user_id uuid NOT NULL,
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  completed_at timestamptz(3),
  made_id uuid NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (user_id, key),
  CONSTRAINT idempotency_keys_key_check CHECK (char_length(key) BETWEEN 1 AND 255)
);

CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);

-- Unlogged, because counters of minutes need not survive a crash.
CREATE UNLOGGED TABLE rate_limits (
  key varchar(255) NOT NULL,
  points integer NOT NULL DEFAULT 0,
  expire bigint,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);

CREATE TABLE webhooks (
  id uuid NOT NULL,
  url text NOT NULL,
  events text[],
  hashtag text,
  encrypted_secret bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  disabled_at timestamptz(3),
  is_broken boolean NOT NULL DEFAULT false,
  last_success_at timestamptz(3),
  CONSTRAINT webhooks_pkey PRIMARY KEY (id)
);

CREATE TABLE webhook_deliveries (
  id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  event text NOT NULL,
  data jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz(3),
  delivered_at timestamptz(3),
  response_status integer,
  error text,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id)
);

CREATE INDEX webhook_deliveries_webhook_id_id_idx ON webhook_deliveries (webhook_id, id DESC);
CREATE INDEX webhook_deliveries_due_at_idx ON webhook_deliveries (due_at)
  WHERE due_at IS NOT NULL;

CREATE TABLE access_blocks (
  id uuid NOT NULL,
  kind text NOT NULL,
  value text NOT NULL,
  blocks_all_access boolean NOT NULL,
  reason text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3),
  CONSTRAINT access_blocks_pkey PRIMARY KEY (id),
  CONSTRAINT access_blocks_kind_check CHECK (kind IN ('email_domain', 'ip_range'))
);

CREATE UNIQUE INDEX access_blocks_kind_value_key ON access_blocks (kind, value);

CREATE TABLE announcements (
  id uuid NOT NULL,
  text text NOT NULL,
  language text,
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT announcements_pkey PRIMARY KEY (id)
);

CREATE TABLE announcement_dismissals (
  announcement_id uuid NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT announcement_dismissals_pkey PRIMARY KEY (user_id, announcement_id)
);

CREATE INDEX announcement_dismissals_announcement_id_idx ON announcement_dismissals (announcement_id);

-- Finding the reports about an account through its threads and messages would read all reports.
CREATE FUNCTION set_reported_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."person_id" := CASE NEW."target_type"
    WHEN 'user' THEN NEW."target_id"
    WHEN 'thread' THEN (SELECT "author_id" FROM "threads" WHERE "id" = NEW."target_id")
    ELSE (SELECT "sender_id" FROM "messages" WHERE "id" = NEW."target_id")
  END;
  RETURN NEW;
END $$;

CREATE TRIGGER reports_set_person BEFORE INSERT ON reports
  FOR EACH ROW EXECUTE FUNCTION set_reported_person();

-- Servers keep settings, access blocks and announcements in memory. This also notifies them of changes on the command line.
CREATE FUNCTION announce_changed_settings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('skein_settings_changed', '');
  RETURN NULL;
END $$;

CREATE TRIGGER instance_settings_announce_changed AFTER INSERT OR UPDATE OR DELETE ON instance_settings
  FOR EACH STATEMENT EXECUTE FUNCTION announce_changed_settings();

CREATE TRIGGER access_blocks_announce_changed AFTER INSERT OR UPDATE OR DELETE ON access_blocks
  FOR EACH STATEMENT EXECUTE FUNCTION announce_changed_settings();

CREATE TRIGGER announcements_announce_changed AFTER INSERT OR UPDATE OR DELETE ON announcements
  FOR EACH STATEMENT EXECUTE FUNCTION announce_changed_settings();

-- -------
-- Imports
-- -------

CREATE TABLE imports (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind import_kind NOT NULL,
  mode import_mode NOT NULL,
  status import_status NOT NULL DEFAULT 'preview',
  rows_count integer NOT NULL,
  found_count integer NOT NULL,
  removals_count integer NOT NULL,
  removed_count integer NOT NULL DEFAULT 0,
  next_position integer NOT NULL DEFAULT 0,
  examined_until uuid,
  due_at timestamptz(3) NOT NULL,
  is_waiting boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  CONSTRAINT imports_pkey PRIMARY KEY (id)
);

CREATE INDEX imports_due_idx ON imports (due_at)
  WHERE status = 'running';
CREATE INDEX imports_created_at_idx ON imports (created_at);
CREATE UNIQUE INDEX imports_user_id_kind_key ON imports (user_id, kind);

CREATE TABLE import_rows (
  import_id uuid NOT NULL,
  "position" integer NOT NULL,
  address text NOT NULL,
  username text,
  list_name text,
  shows_reposts boolean NOT NULL DEFAULT true,
  account_id uuid,
  outcome import_outcome,
  CONSTRAINT import_rows_pkey PRIMARY KEY (import_id, "position")
);

CREATE TABLE imported_posts (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  source_id text NOT NULL,
  text text NOT NULL,
  content_warning text,
  url text,
  is_reply boolean NOT NULL,
  files_count integer NOT NULL,
  is_shortened boolean NOT NULL,
  published_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT imported_posts_pkey PRIMARY KEY (id)
);

CREATE INDEX imported_posts_user_id_published_at_id_idx ON imported_posts (user_id, published_at, id);
CREATE UNIQUE INDEX imported_posts_user_id_source_id_key ON imported_posts (user_id, source_id);

-- --------
-- Insights
-- --------

CREATE TABLE daily_stats (
  day date NOT NULL,
  active_users integer,
  joined_users integer NOT NULL DEFAULT 0,
  left_users integer NOT NULL DEFAULT 0,
  threads integer NOT NULL DEFAULT 0,
  replies integer NOT NULL DEFAULT 0,
  messages integer NOT NULL DEFAULT 0,
  reports integer NOT NULL DEFAULT 0,
  media_bytes bigint,
  counted_at timestamptz(3),
  CONSTRAINT daily_stats_pkey PRIMARY KEY (day)
);

CREATE TABLE daily_response_times (
  day date NOT NULL,
  bound_ms integer NOT NULL,
  requests bigint NOT NULL,
  CONSTRAINT daily_response_times_pkey PRIMARY KEY (day, bound_ms)
);

CREATE TABLE job_runs (
  name text NOT NULL,
  ran_at timestamptz(3) NOT NULL,
  duration_ms integer NOT NULL,
  failures integer NOT NULL,
  error text,
  CONSTRAINT job_runs_pkey PRIMARY KEY (name)
);

CREATE TABLE alerts (
  name text NOT NULL,
  started_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  emailed_at timestamptz(3),
  CONSTRAINT alerts_pkey PRIMARY KEY (name)
);

CREATE TABLE usage_measurements (
  id integer NOT NULL DEFAULT 1,
  measured_at timestamptz(3) NOT NULL,
  data jsonb NOT NULL,
  CONSTRAINT usage_measurements_pkey PRIMARY KEY (id),
  CONSTRAINT usage_measurements_one_row CHECK (id = 1)
);

-- ------------
-- Foreign keys
-- ------------

-- PostgreSQL checks and cascades foreign keys in the order of their creation: dependents of a deleted row are locked in this
-- order. Add new ones at the end.
ALTER TABLE sessions ADD CONSTRAINT sessions_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE password_resets ADD CONSTRAINT password_resets_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE conversations ADD CONSTRAINT conversations_lower_id_fkey
  FOREIGN KEY (lower_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE conversations ADD CONSTRAINT conversations_upper_id_fkey
  FOREIGN KEY (upper_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE conversation_members ADD CONSTRAINT conversation_members_conversation_id_fkey
  FOREIGN KEY (conversation_id) REFERENCES conversations (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE conversation_members ADD CONSTRAINT conversation_members_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE messages ADD CONSTRAINT messages_conversation_id_fkey
  FOREIGN KEY (conversation_id) REFERENCES conversations (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE messages ADD CONSTRAINT messages_sender_id_fkey
  FOREIGN KEY (sender_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE likes ADD CONSTRAINT likes_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE likes ADD CONSTRAINT likes_thread_id_fkey
  FOREIGN KEY (thread_id) REFERENCES threads (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE reposts ADD CONSTRAINT reposts_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE reposts ADD CONSTRAINT reposts_thread_id_fkey
  FOREIGN KEY (thread_id) REFERENCES threads (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE bookmarks ADD CONSTRAINT bookmarks_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE bookmarks ADD CONSTRAINT bookmarks_thread_id_fkey
  FOREIGN KEY (thread_id) REFERENCES threads (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE reactions ADD CONSTRAINT reactions_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE reactions ADD CONSTRAINT reactions_thread_id_fkey
  FOREIGN KEY (thread_id) REFERENCES threads (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE thread_hashtags ADD CONSTRAINT thread_hashtags_hashtag_id_fkey
  FOREIGN KEY (hashtag_id) REFERENCES hashtags (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE thread_hashtags ADD CONSTRAINT thread_hashtags_thread_id_fkey
  FOREIGN KEY (thread_id) REFERENCES threads (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE thread_mentions ADD CONSTRAINT thread_mentions_thread_id_fkey
  FOREIGN KEY (thread_id) REFERENCES threads (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE thread_mentions ADD CONSTRAINT thread_mentions_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE reports ADD CONSTRAINT reports_reporter_id_fkey
  FOREIGN KEY (reporter_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE reports ADD CONSTRAINT reports_resolver_id_fkey
  FOREIGN KEY (resolver_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE audit_entries ADD CONSTRAINT audit_entries_actor_id_fkey
  FOREIGN KEY (actor_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE notifications ADD CONSTRAINT notifications_recipient_id_fkey
  FOREIGN KEY (recipient_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE notifications ADD CONSTRAINT notifications_actor_id_fkey
  FOREIGN KEY (actor_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE notifications ADD CONSTRAINT notifications_thread_id_fkey
  FOREIGN KEY (thread_id) REFERENCES threads (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE notifications ADD CONSTRAINT notifications_follow_request_id_fkey
  FOREIGN KEY (follow_request_id) REFERENCES follow_requests (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE follows ADD CONSTRAINT follows_follower_id_fkey
  FOREIGN KEY (follower_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE follows ADD CONSTRAINT follows_followee_id_fkey
  FOREIGN KEY (followee_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE follow_requests ADD CONSTRAINT follow_requests_requester_id_fkey
  FOREIGN KEY (requester_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE follow_requests ADD CONSTRAINT follow_requests_target_id_fkey
  FOREIGN KEY (target_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE blocks ADD CONSTRAINT blocks_blocker_id_fkey
  FOREIGN KEY (blocker_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE blocks ADD CONSTRAINT blocks_blocked_id_fkey
  FOREIGN KEY (blocked_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE mutes ADD CONSTRAINT mutes_muter_id_fkey
  FOREIGN KEY (muter_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE mutes ADD CONSTRAINT mutes_muted_id_fkey
  FOREIGN KEY (muted_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE suggestion_dismissals ADD CONSTRAINT suggestion_dismissals_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE suggestion_dismissals ADD CONSTRAINT suggestion_dismissals_dismissed_id_fkey
  FOREIGN KEY (dismissed_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE threads ADD CONSTRAINT threads_author_id_fkey
  FOREIGN KEY (author_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE threads ADD CONSTRAINT threads_parent_id_fkey
  FOREIGN KEY (parent_id) REFERENCES threads (id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE threads ADD CONSTRAINT threads_root_id_fkey
  FOREIGN KEY (root_id) REFERENCES threads (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE threads ADD CONSTRAINT threads_quoted_id_fkey
  FOREIGN KEY (quoted_id) REFERENCES threads (id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE thread_revisions ADD CONSTRAINT thread_revisions_thread_id_fkey
  FOREIGN KEY (thread_id) REFERENCES threads (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE feed_entries ADD CONSTRAINT feed_entries_actor_id_fkey
  FOREIGN KEY (actor_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE feed_entries ADD CONSTRAINT feed_entries_thread_id_fkey
  FOREIGN KEY (thread_id) REFERENCES threads (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE media ADD CONSTRAINT media_owner_id_fkey
  FOREIGN KEY (owner_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE media ADD CONSTRAINT media_thread_id_fkey
  FOREIGN KEY (thread_id) REFERENCES threads (id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE media ADD CONSTRAINT media_message_id_fkey
  FOREIGN KEY (message_id) REFERENCES messages (id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE polls ADD CONSTRAINT polls_thread_id_fkey
  FOREIGN KEY (thread_id) REFERENCES threads (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE poll_options ADD CONSTRAINT poll_options_poll_id_fkey
  FOREIGN KEY (poll_id) REFERENCES polls (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE poll_ballots ADD CONSTRAINT poll_ballots_poll_id_fkey
  FOREIGN KEY (poll_id) REFERENCES polls (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE poll_ballots ADD CONSTRAINT poll_ballots_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE poll_votes ADD CONSTRAINT poll_votes_poll_id_user_id_fkey
  FOREIGN KEY (poll_id, user_id) REFERENCES poll_ballots (poll_id, user_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE poll_votes ADD CONSTRAINT poll_votes_option_id_fkey
  FOREIGN KEY (option_id) REFERENCES poll_options (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE chat_inboxes ADD CONSTRAINT chat_inboxes_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE message_deliveries ADD CONSTRAINT message_deliveries_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES chat_inboxes (user_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE message_deliveries ADD CONSTRAINT message_deliveries_message_id_fkey
  FOREIGN KEY (message_id) REFERENCES messages (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE notification_preferences ADD CONSTRAINT notification_preferences_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE push_subscriptions ADD CONSTRAINT push_subscriptions_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE push_subscriptions ADD CONSTRAINT push_subscriptions_session_id_fkey
  FOREIGN KEY (session_id) REFERENCES sessions (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE pending_purges ADD CONSTRAINT pending_purges_thread_id_fkey
  FOREIGN KEY (thread_id) REFERENCES threads (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE oauth_codes ADD CONSTRAINT oauth_codes_app_id_fkey
  FOREIGN KEY (app_id) REFERENCES oauth_apps (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE oauth_codes ADD CONSTRAINT oauth_codes_session_id_fkey
  FOREIGN KEY (session_id) REFERENCES sessions (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE oauth_tokens ADD CONSTRAINT oauth_tokens_app_id_fkey
  FOREIGN KEY (app_id) REFERENCES oauth_apps (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE oauth_tokens ADD CONSTRAINT oauth_tokens_session_id_fkey
  FOREIGN KEY (session_id) REFERENCES sessions (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE hashtag_follows ADD CONSTRAINT hashtag_follows_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE thread_mutes ADD CONSTRAINT thread_mutes_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE thread_mutes ADD CONSTRAINT thread_mutes_thread_id_fkey
  FOREIGN KEY (thread_id) REFERENCES threads (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE repost_mutes ADD CONSTRAINT repost_mutes_muter_id_fkey
  FOREIGN KEY (muter_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE repost_mutes ADD CONSTRAINT repost_mutes_muted_id_fkey
  FOREIGN KEY (muted_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE totp_secrets ADD CONSTRAINT totp_secrets_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE recovery_codes ADD CONSTRAINT recovery_codes_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE pinned_threads ADD CONSTRAINT pinned_threads_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE pinned_threads ADD CONSTRAINT pinned_threads_thread_id_fkey
  FOREIGN KEY (thread_id) REFERENCES threads (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE passkeys ADD CONSTRAINT passkeys_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE keyword_filters ADD CONSTRAINT keyword_filters_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE scheduled_threads ADD CONSTRAINT scheduled_threads_author_id_fkey
  FOREIGN KEY (author_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE user_lists ADD CONSTRAINT user_lists_owner_id_fkey
  FOREIGN KEY (owner_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE user_list_members ADD CONSTRAINT user_list_members_list_id_fkey
  FOREIGN KEY (list_id) REFERENCES user_lists (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE user_list_members ADD CONSTRAINT user_list_members_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE pending_registrations ADD CONSTRAINT pending_registrations_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE invitations ADD CONSTRAINT invitations_creator_id_fkey
  FOREIGN KEY (creator_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE bookmark_folders ADD CONSTRAINT bookmark_folders_owner_id_fkey
  FOREIGN KEY (owner_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE bookmarks ADD CONSTRAINT bookmarks_folder_id_fkey
  FOREIGN KEY (folder_id) REFERENCES bookmark_folders (id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE drafts ADD CONSTRAINT drafts_author_id_fkey
  FOREIGN KEY (author_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE draft_media ADD CONSTRAINT draft_media_draft_id_fkey
  FOREIGN KEY (draft_id) REFERENCES drafts (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE draft_media ADD CONSTRAINT draft_media_media_id_fkey
  FOREIGN KEY (media_id) REFERENCES media (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE timeline_markers ADD CONSTRAINT timeline_markers_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE former_usernames ADD CONSTRAINT former_usernames_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE email_verifications ADD CONSTRAINT email_verifications_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE user_notes ADD CONSTRAINT user_notes_author_id_fkey
  FOREIGN KEY (author_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE user_notes ADD CONSTRAINT user_notes_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE strikes ADD CONSTRAINT strikes_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE strikes ADD CONSTRAINT strikes_moderator_id_fkey
  FOREIGN KEY (moderator_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE appeals ADD CONSTRAINT appeals_strike_id_fkey
  FOREIGN KEY (strike_id) REFERENCES strikes (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE appeals ADD CONSTRAINT appeals_decider_id_fkey
  FOREIGN KEY (decider_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE identities ADD CONSTRAINT identities_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE imports ADD CONSTRAINT imports_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE import_rows ADD CONSTRAINT import_rows_import_id_fkey
  FOREIGN KEY (import_id) REFERENCES imports (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_webhook_id_fkey
  FOREIGN KEY (webhook_id) REFERENCES webhooks (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE app_push_subscriptions ADD CONSTRAINT app_push_subscriptions_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE app_push_subscriptions ADD CONSTRAINT app_push_subscriptions_session_id_fkey
  FOREIGN KEY (session_id) REFERENCES sessions (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE chat_groups ADD CONSTRAINT chat_groups_conversation_id_fkey
  FOREIGN KEY (conversation_id) REFERENCES conversations (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE group_departures ADD CONSTRAINT group_departures_conversation_id_fkey
  FOREIGN KEY (conversation_id) REFERENCES chat_groups (conversation_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE group_departures ADD CONSTRAINT group_departures_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE message_drafts ADD CONSTRAINT message_drafts_conversation_id_user_id_fkey
  FOREIGN KEY (conversation_id, user_id) REFERENCES conversation_members (conversation_id, user_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE report_assignments ADD CONSTRAINT report_assignments_report_id_fkey
  FOREIGN KEY (report_id) REFERENCES reports (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE report_assignments ADD CONSTRAINT report_assignments_assignee_id_fkey
  FOREIGN KEY (assignee_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE moderation_notes ADD CONSTRAINT moderation_notes_author_id_fkey
  FOREIGN KEY (author_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE moderation_notes ADD CONSTRAINT moderation_notes_report_id_fkey
  FOREIGN KEY (report_id) REFERENCES reports (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE moderation_notes ADD CONSTRAINT moderation_notes_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE email_digests ADD CONSTRAINT email_digests_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE media ADD CONSTRAINT media_additional_message_id_fkey
  FOREIGN KEY (additional_message_id) REFERENCES messages (id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE imported_posts ADD CONSTRAINT imported_posts_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE announcement_dismissals ADD CONSTRAINT announcement_dismissals_announcement_id_fkey
  FOREIGN KEY (announcement_id) REFERENCES announcements (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE announcement_dismissals ADD CONSTRAINT announcement_dismissals_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE oauth_refresh_tokens ADD CONSTRAINT oauth_refresh_tokens_token_id_fkey
  FOREIGN KEY (token_id) REFERENCES oauth_tokens (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE report_messages ADD CONSTRAINT report_messages_report_id_fkey
  FOREIGN KEY (report_id) REFERENCES reports (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE report_messages ADD CONSTRAINT report_messages_recipient_id_fkey
  FOREIGN KEY (recipient_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE report_messages ADD CONSTRAINT report_messages_moderator_id_fkey
  FOREIGN KEY (moderator_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE registration_addresses ADD CONSTRAINT registration_addresses_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE scheduled_parts ADD CONSTRAINT scheduled_parts_scheduled_id_fkey
  FOREIGN KEY (scheduled_id) REFERENCES scheduled_threads (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE scheduled_parts ADD CONSTRAINT scheduled_parts_author_id_fkey
  FOREIGN KEY (author_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
