-- What a claim holds is not known of older ones; they would be gone within a day anyway.
DELETE FROM "idempotency_keys";

-- AlterTable
ALTER TABLE "idempotency_keys" DROP COLUMN "response",
DROP COLUMN "status",
ADD COLUMN     "completed_at" TIMESTAMPTZ(3),
ADD COLUMN     "made_id" UUID NOT NULL;
