ALTER TABLE "media" ADD COLUMN "scheduled_id" UUID;

CREATE TABLE "scheduled_threads" (
    "id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "scheduled_at" TIMESTAMPTZ(3) NOT NULL,
    "content" TEXT NOT NULL,
    "content_warning" TEXT,
    "is_sensitive" BOOLEAN NOT NULL DEFAULT false,
    "parent_id" UUID,
    "reply_permission" "reply_permission" NOT NULL DEFAULT 'ANYONE',
    "poll" JSONB,
    "error" TEXT,
    "version" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "scheduled_threads_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "scheduled_threads_author_id_scheduled_at_id_idx" ON "scheduled_threads"("author_id", "scheduled_at", "id");

CREATE INDEX "scheduled_threads_due_idx" ON "scheduled_threads"("scheduled_at") WHERE "error" IS NULL;

ALTER TABLE "scheduled_threads" ADD CONSTRAINT "scheduled_threads_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
