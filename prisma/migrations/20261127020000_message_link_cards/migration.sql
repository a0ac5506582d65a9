ALTER TABLE "messages" ADD COLUMN "link_card_id" UUID;

-- The links of a message request are fetched once a member has accepted it, also by answering. A group may have
-- many messages: only the links of the last ones are fetched.
CREATE FUNCTION request_accepted_link_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE link_cards card SET due_at = card.requested_at
  FROM messages message JOIN conversations conversation ON conversation.id = message.conversation_id
  WHERE message.conversation_id = NEW.conversation_id AND card.id = message.link_card_id
    AND message.seq > greatest(NEW.cleared_seq, conversation.last_seq - 50)
    AND card.title IS NULL AND card.due_at IS NULL;
  RETURN NULL;
END
$$;

CREATE TRIGGER conversation_members_request_link_cards AFTER UPDATE OF "request" ON "conversation_members"
FOR EACH ROW WHEN (OLD.request IS NOT NULL AND NEW.request IS NULL) EXECUTE FUNCTION request_accepted_link_cards();
