-- In batches with their own transactions, so that messages are sent meanwhile. Can be repeated.
DO $$
DECLARE
  batch uuid[];
  last_id uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  LOOP
    SELECT array_agg(id ORDER BY id) INTO batch FROM (
      SELECT id FROM conversations WHERE id > last_id ORDER BY id LIMIT 5000) page;
    EXIT WHEN batch IS NULL;
    last_id := batch[array_upper(batch, 1)];
    UPDATE conversations SET pair_key = lower_id || ':' || upper_id
    WHERE id = ANY (batch) AND lower_id IS NOT NULL AND pair_key IS NULL;
    UPDATE conversations SET kind = 'group' WHERE id = ANY (batch) AND lower_id IS NULL AND kind = 'direct';
    INSERT INTO conversation_members (conversation_id, user_id)
    SELECT id, unnest(ARRAY[lower_id, upper_id]) FROM conversations
    WHERE id = ANY (batch) AND lower_id IS NOT NULL
    ON CONFLICT DO NOTHING;
    COMMIT;
  END LOOP;
END $$;
