-- AlterTable
ALTER TABLE "conversation_members" ADD COLUMN     "ignored_seq" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "last_sent_seq" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "chat_inboxes" (
    "user_id" UUID NOT NULL,
    "last_seq" INTEGER NOT NULL,

    CONSTRAINT "chat_inboxes_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "message_deliveries" (
    "user_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "message_id" UUID NOT NULL,

    CONSTRAINT "message_deliveries_pkey" PRIMARY KEY ("user_id","seq")
);

-- CreateIndex
CREATE UNIQUE INDEX "message_deliveries_message_id_user_id_key" ON "message_deliveries"("message_id", "user_id");

-- AddForeignKey
ALTER TABLE "chat_inboxes" ADD CONSTRAINT "chat_inboxes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_deliveries" ADD CONSTRAINT "message_deliveries_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "chat_inboxes"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_deliveries" ADD CONSTRAINT "message_deliveries_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "conversation_members"
  DROP CONSTRAINT "conversation_members_counts_check",
  ADD CONSTRAINT "conversation_members_counts_check" CHECK (
    "unread_count" >= 0 AND "read_seq" >= 0 AND "cleared_seq" >= 0
    AND "ignored_seq" >= 0 AND "last_sent_seq" >= 0
  );
ALTER TABLE "messages"
  ADD CONSTRAINT "messages_deleted_check" CHECK ("deleted_at" IS NULL OR "content" = '');
ALTER TABLE "chat_inboxes" ADD CONSTRAINT "chat_inboxes_last_seq_check" CHECK ("last_seq" > 0);

-- Each message changes two of these rows: with room beside them no index has to be touched for it.
ALTER TABLE "chat_inboxes" SET (fillfactor = 50);

-- What was there before: who has written. Of older messages no inbox knows; they are in their conversations.
UPDATE "conversation_members" AS member SET "last_sent_seq" = sent."seq"
FROM (SELECT "conversation_id", "sender_id", max("seq") AS "seq" FROM "messages" GROUP BY 1, 2) AS sent
WHERE sent."conversation_id" = member."conversation_id" AND sent."sender_id" = member."user_id";
