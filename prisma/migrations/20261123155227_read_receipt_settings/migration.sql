ALTER TABLE "users"
  ADD COLUMN "sends_read_receipts" BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN "sends_typing_indicators" BOOLEAN NOT NULL DEFAULT true;
