CREATE TYPE "sensitive_content" AS ENUM ('show', 'blur', 'hide');

ALTER TABLE "users" ADD COLUMN "sensitive_content" "sensitive_content" NOT NULL DEFAULT 'blur';

ALTER TABLE "threads" ADD COLUMN "content_warning" TEXT,
ADD COLUMN "is_sensitive" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "thread_revisions" ADD COLUMN "content_warning" TEXT;
