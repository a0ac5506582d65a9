-- CreateTable
CREATE TABLE "message_drafts" (
    "conversation_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "reply_to_seq" INTEGER,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "message_drafts_pkey" PRIMARY KEY ("conversation_id","user_id")
);

-- AddForeignKey
ALTER TABLE "message_drafts" ADD CONSTRAINT "message_drafts_conversation_id_user_id_fkey" FOREIGN KEY ("conversation_id", "user_id") REFERENCES "conversation_members"("conversation_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;
