-- Also locks the links that are queued: the job that fetches them either waits for this decision or has finished
-- before it.
CREATE OR REPLACE FUNCTION request_accepted_link_cards() RETURNS trigger LANGUAGE plpgsql AS $$
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
END
$$;
