-- CreateIndex
CREATE INDEX CONCURRENTLY "media_owner_id_bytes_idx" ON "media"("owner_id", "bytes");
