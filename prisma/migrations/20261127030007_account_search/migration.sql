-- AlterTable
ALTER TABLE "threads" ADD COLUMN "text_key" TEXT;

-- CreateTable
CREATE TABLE "registration_addresses" (
    "user_id" UUID NOT NULL,
    "address" INET NOT NULL,

    CONSTRAINT "registration_addresses_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "registration_addresses_address_user_id_idx" ON "registration_addresses"("address", "user_id" DESC);

-- AddForeignKey
ALTER TABLE "registration_addresses" ADD CONSTRAINT "registration_addresses_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
