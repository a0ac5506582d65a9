ALTER TABLE "messages" ADD COLUMN "shared_thread_id" UUID;
