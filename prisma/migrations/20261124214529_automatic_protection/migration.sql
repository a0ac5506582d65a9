-- AlterTable
ALTER TABLE "reports" ADD COLUMN     "automatic_rule" TEXT;

-- AlterTable
ALTER TABLE "strikes" ADD COLUMN     "is_automatic" BOOLEAN NOT NULL DEFAULT false;
