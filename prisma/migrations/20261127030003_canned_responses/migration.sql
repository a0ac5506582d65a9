-- AlterTable
ALTER TABLE "appeals" ADD COLUMN "decision_text" TEXT;

-- CreateTable
CREATE TABLE "canned_responses" (
    "id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "canned_responses_pkey" PRIMARY KEY ("id")
);
