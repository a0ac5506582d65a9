-- AlterTable
ALTER TABLE "users" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3);

-- People are found by any part of their names.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX "users_name_trgm_idx" ON "users" USING gin ("name" gin_trgm_ops);
CREATE INDEX "users_username_trgm_idx" ON "users" USING gin ("username" gin_trgm_ops);

-- Accounts of which something is left to remove.
CREATE INDEX "users_deleted_idx" ON "users" ("deleted_at") WHERE "deleted_at" IS NOT NULL;
ALTER TABLE "users" ADD CONSTRAINT "users_deleted_check" CHECK ("deleted_at" IS NULL OR "suspended_at" IS NOT NULL);
