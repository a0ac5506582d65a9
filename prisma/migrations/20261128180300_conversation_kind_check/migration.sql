ALTER TABLE conversations ADD CONSTRAINT conversations_kind_check
  CHECK ((kind = 'direct') = (pair_key IS NOT NULL)) NOT VALID;
