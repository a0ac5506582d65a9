ALTER TABLE "threads" ADD COLUMN "is_hidden" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "is_quote_detached" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "pinned_threads" (
    "user_id" UUID NOT NULL,
    "thread_id" UUID NOT NULL,

    CONSTRAINT "pinned_threads_pkey" PRIMARY KEY ("user_id")
);

CREATE UNIQUE INDEX "pinned_threads_thread_id_key" ON "pinned_threads"("thread_id");

ALTER TABLE "pinned_threads" ADD CONSTRAINT "pinned_threads_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "pinned_threads" ADD CONSTRAINT "pinned_threads_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "threads"("id") ON DELETE CASCADE ON UPDATE CASCADE;
