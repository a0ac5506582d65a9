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
