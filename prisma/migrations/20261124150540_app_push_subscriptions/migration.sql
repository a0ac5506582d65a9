-- CreateTable
CREATE TABLE "app_push_subscriptions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "endpoint" TEXT NOT NULL,
    "p256dh" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "is_standard" BOOLEAN NOT NULL,
    "alerts" TEXT[],
    "policy" TEXT NOT NULL,
    "encrypted_token" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_notification_id" UUID NOT NULL,
    "failures" SMALLINT NOT NULL DEFAULT 0,
    "busy_until" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_push_subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "app_push_subscriptions_session_id_key" ON "app_push_subscriptions"("session_id");

-- CreateIndex
CREATE INDEX "app_push_subscriptions_user_id_idx" ON "app_push_subscriptions"("user_id");

-- AddForeignKey
ALTER TABLE "app_push_subscriptions" ADD CONSTRAINT "app_push_subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "app_push_subscriptions" ADD CONSTRAINT "app_push_subscriptions_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
