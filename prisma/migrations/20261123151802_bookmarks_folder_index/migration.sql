CREATE INDEX CONCURRENTLY "bookmarks_folder_idx" ON "bookmarks"("folder_id", "created_at" DESC, "thread_id" DESC) WHERE "folder_id" IS NOT NULL;
