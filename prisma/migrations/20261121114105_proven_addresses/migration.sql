-- AlterTable
ALTER TABLE "users" ADD COLUMN     "email_proven_at" TIMESTAMPTZ(3);
