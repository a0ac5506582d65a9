ALTER TABLE "users" ADD COLUMN "reminds_of_alt_text" BOOLEAN NOT NULL DEFAULT false;
