-- PL/pgSQL instead of SQL, whose body PostgreSQL would read and plan again for each message. The schema is named, because
-- a restored dump creates the index without a search path.
CREATE OR REPLACE FUNCTION message_document(conversation_id uuid, seq integer, content text) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 2000 AS $$
BEGIN
  RETURN coalesce((
    SELECT array_to_tsvector(array_agg(right(conversation_id::text, 6) || '.' || seq / 512 || '/' || lexeme))
    FROM unnest(tsvector_to_array(public.search_document(content))) AS lexeme), '');
END $$;
