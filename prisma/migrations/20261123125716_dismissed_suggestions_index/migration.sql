CREATE INDEX CONCURRENTLY "suggestion_dismissals_user_id_created_at_dismissed_id_idx" ON "suggestion_dismissals"("user_id", "created_at" DESC, "dismissed_id" DESC);
