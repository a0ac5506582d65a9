-- A message has about ten words. They are collected in a list of at most 256 kB, which a search reads too, and
-- inserted together. Otherwise the words are most of what sending a message writes.
ALTER INDEX messages_document_idx SET (fastupdate = on, gin_pending_list_limit = 256);
