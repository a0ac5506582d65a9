-- AlterTable
ALTER TABLE "blocks" ADD COLUMN     "blocked_name" TEXT,
ADD COLUMN     "blocker_name" TEXT;
