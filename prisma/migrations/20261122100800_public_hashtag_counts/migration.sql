-- AlterTable
ALTER TABLE "hashtags" ADD COLUMN     "public_threads_count" INTEGER NOT NULL DEFAULT 0;
