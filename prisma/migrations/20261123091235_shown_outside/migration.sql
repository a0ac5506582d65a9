ALTER TABLE "users" ADD COLUMN "is_shown_outside" BOOLEAN NOT NULL DEFAULT true;
