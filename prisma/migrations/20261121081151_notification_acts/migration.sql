-- DropIndex
DROP INDEX "notifications_recipient_id_id_idx";

-- AlterTable
ALTER TABLE "notifications" ADD COLUMN     "subject_id" UUID GENERATED ALWAYS AS (coalesce("follow_request_id", "thread_id", "recipient_id")) STORED,
ALTER COLUMN "actor_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "notification_preferences" (
    "user_id" UUID NOT NULL,
    "disabled" "notification_type"[] DEFAULT ARRAY[]::"notification_type"[],

    CONSTRAINT "notification_preferences_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "push_keys" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "public_key" TEXT NOT NULL,
    "private_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "push_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "push_subscriptions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "endpoint" TEXT NOT NULL,
    "p256dh" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "told_id" UUID NOT NULL,
    "told_seq" INTEGER NOT NULL DEFAULT 0,
    "failures" SMALLINT NOT NULL DEFAULT 0,
    "busy_until" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "push_subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "push_subscriptions_endpoint_key" ON "push_subscriptions"("endpoint");

-- CreateIndex
CREATE INDEX "push_subscriptions_user_id_id_idx" ON "push_subscriptions"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "push_subscriptions_session_id_idx" ON "push_subscriptions"("session_id");

-- CreateIndex
CREATE INDEX "notifications_recipient_id_type_id_idx" ON "notifications"("recipient_id", "type", "id" DESC);

-- CreateIndex
-- Of the same act told twice, by whatever wrote it before, the first stays.
DELETE FROM "notifications" AS later USING "notifications" AS first
WHERE later."subject_id" = first."subject_id" AND later."type" = first."type" AND later."actor_id" = first."actor_id"
  AND later."recipient_id" = first."recipient_id" AND later."id" > first."id";
CREATE UNIQUE INDEX "notifications_act_key" ON "notifications"("subject_id", "type", "actor_id", "recipient_id") NULLS NOT DISTINCT;

-- AddForeignKey
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the Prisma schema cannot say.

-- Unread ones, by what groups them: counting groups reads an entry of each, however many acts are in it.
DROP INDEX "notifications_unread_idx";
CREATE INDEX "notifications_unread_idx" ON "notifications" ("recipient_id", "type", "subject_id", "id" DESC) WHERE "read_at" IS NULL;
-- Most have none: no entry for those.
DROP INDEX "notifications_follow_request_id_idx";
CREATE INDEX "notifications_follow_request_id_idx" ON "notifications" ("follow_request_id") WHERE "follow_request_id" IS NOT NULL;
-- For the sweep that removes them.
CREATE INDEX "notifications_read_at_idx" ON "notifications" ("read_at") WHERE "read_at" IS NOT NULL;
-- Polls whose end is still to be told.
CREATE INDEX "polls_unannounced_idx" ON "polls" ("expires_at") WHERE "announced_at" IS NULL;

ALTER TABLE "notifications"
  ADD CONSTRAINT "notifications_actor_check" CHECK ("actor_id" IS NOT NULL OR "type" = 'poll_ended');
ALTER TABLE "push_keys" ADD CONSTRAINT "push_keys_one_check" CHECK ("id" = 1);
