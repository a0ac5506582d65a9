ALTER TABLE "messages" ADD COLUMN "reply_to_seq" INTEGER;
