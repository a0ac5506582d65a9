ALTER TABLE feed_entries DROP CONSTRAINT feed_entries_pkey,
  ADD CONSTRAINT feed_entries_pkey PRIMARY KEY USING INDEX feed_entries_by_key_idx;
