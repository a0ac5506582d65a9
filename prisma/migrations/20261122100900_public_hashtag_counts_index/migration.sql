-- CreateIndex
CREATE INDEX CONCURRENTLY "hashtags_public_threads_count_tag_idx" ON "hashtags"("public_threads_count" DESC, "tag");
