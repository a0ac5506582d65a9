-- CreateEnum
CREATE TYPE "strike_action" AS ENUM ('warn', 'mark_sensitive', 'remove_thread', 'limit', 'freeze', 'suspend');

-- CreateEnum
CREATE TYPE "appeal_status" AS ENUM ('open', 'upheld', 'lifted');

-- AlterEnum
ALTER TYPE "notification_type" ADD VALUE 'moderation_warning' AFTER 'poll_ended';

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "locale" TEXT;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "frozen_at" TIMESTAMPTZ(3),
ADD COLUMN     "limited_at" TIMESTAMPTZ(3),
ADD COLUMN     "suspended_until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "strikes" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "moderator_id" UUID,
    "action" "strike_action" NOT NULL,
    "rules" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "text" TEXT,
    "thread_id" UUID,
    "thread_text" TEXT,
    "ends_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "lifted_at" TIMESTAMPTZ(3),
    "appeal_token_hash" BYTEA,

    CONSTRAINT "strikes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "appeals" (
    "strike_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "status" "appeal_status" NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "decider_id" UUID,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "appeals_pkey" PRIMARY KEY ("strike_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "strikes_appeal_token_hash_key" ON "strikes"("appeal_token_hash");

-- CreateIndex
CREATE INDEX "strikes_user_id_id_idx" ON "strikes"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "strikes_moderator_id_idx" ON "strikes"("moderator_id");

-- CreateIndex
CREATE INDEX "appeals_status_strike_id_idx" ON "appeals"("status", "strike_id" DESC);

-- CreateIndex
CREATE INDEX "appeals_decider_id_idx" ON "appeals"("decider_id");

-- AddForeignKey
ALTER TABLE "strikes" ADD CONSTRAINT "strikes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "strikes" ADD CONSTRAINT "strikes_moderator_id_fkey" FOREIGN KEY ("moderator_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_strike_id_fkey" FOREIGN KEY ("strike_id") REFERENCES "strikes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_decider_id_fkey" FOREIGN KEY ("decider_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "strikes" ADD CONSTRAINT "strikes_thread_check"
  CHECK (("thread_id" IS NOT NULL) = ("action" IN ('mark_sensitive', 'remove_thread')) OR "action" = 'warn');
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_decided_check" CHECK (("status" = 'open') = ("decided_at" IS NULL));

-- Servers keep whether the user of a session is frozen.
CREATE TRIGGER "users_announce_frozen" AFTER UPDATE OF "frozen_at" ON "users"
  FOR EACH ROW WHEN (OLD."frozen_at" IS DISTINCT FROM NEW."frozen_at")
  EXECUTE FUNCTION "announce_suspended_user"();
