-- The kind of a conversation, and the pair of users as one key instead of two columns that groups leave empty.
CREATE TYPE conversation_kind AS ENUM ('direct', 'group');

ALTER TABLE conversations ADD COLUMN kind conversation_kind NOT NULL DEFAULT 'direct';
ALTER TABLE conversations ADD COLUMN pair_key text;

-- Servers of the previous release find a conversation by lower_id and upper_id, and do not write the new columns.
-- The next release drops both columns, with this trigger.
CREATE FUNCTION convert_conversation_pair() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.pair_key IS NOT NULL THEN
    NEW.lower_id := split_part(NEW.pair_key, ':', 1)::uuid;
    NEW.upper_id := split_part(NEW.pair_key, ':', 2)::uuid;
  ELSIF NEW.lower_id IS NOT NULL THEN
    NEW.pair_key := NEW.lower_id || ':' || NEW.upper_id;
  ELSE
    NEW.kind := 'group';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER conversations_pair BEFORE INSERT ON conversations
  FOR EACH ROW EXECUTE FUNCTION convert_conversation_pair();
