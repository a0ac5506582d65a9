-- AlterEnum
ALTER TYPE "notification_type" ADD VALUE 'report_message' AFTER 'moderation_warning';

-- CreateTable
CREATE TABLE "report_messages" (
    "id" UUID NOT NULL,
    "report_id" UUID NOT NULL,
    "recipient_id" UUID NOT NULL,
    "moderator_id" UUID,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "report_messages_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "report_messages_report_id_id_idx" ON "report_messages"("report_id", "id" DESC);

-- CreateIndex
CREATE INDEX "report_messages_recipient_id_id_idx" ON "report_messages"("recipient_id", "id" DESC);

-- CreateIndex
CREATE INDEX "report_messages_moderator_id_idx" ON "report_messages"("moderator_id");

-- AddForeignKey
ALTER TABLE "report_messages" ADD CONSTRAINT "report_messages_report_id_fkey" FOREIGN KEY ("report_id") REFERENCES "reports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_messages" ADD CONSTRAINT "report_messages_recipient_id_fkey" FOREIGN KEY ("recipient_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_messages" ADD CONSTRAINT "report_messages_moderator_id_fkey" FOREIGN KEY ("moderator_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "report_messages" ADD CONSTRAINT "report_messages_text_check"
  CHECK (char_length("text") BETWEEN 1 AND 1000);
