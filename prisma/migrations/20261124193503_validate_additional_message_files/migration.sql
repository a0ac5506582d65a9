ALTER TABLE "media" VALIDATE CONSTRAINT "media_additional_message_id_fkey";
