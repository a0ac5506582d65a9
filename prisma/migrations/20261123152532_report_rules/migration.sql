-- AlterTable
ALTER TABLE "reports" ADD COLUMN     "rules" TEXT[] DEFAULT ARRAY[]::TEXT[];
