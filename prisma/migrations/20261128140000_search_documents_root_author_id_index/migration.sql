-- The deletion of an account clears its id in the documents of replies by others.
CREATE INDEX CONCURRENTLY "search_documents_root_author_id_idx" ON "search_documents"("root_author_id")
WHERE root_author_id IS NOT NULL;
