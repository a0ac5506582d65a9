-- Links that change a verified address, and links that restore the address before.
CREATE TYPE "email_verification_kind" AS ENUM ('verify', 'change', 'restore');

ALTER TABLE "email_verifications" ADD COLUMN "kind" "email_verification_kind" NOT NULL DEFAULT 'verify';
