-- CreateTable
CREATE TABLE "email_digests" (
    "user_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "token" TEXT NOT NULL,

    CONSTRAINT "email_digests_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "email_digests_token_key" ON "email_digests"("token");

-- CreateIndex
CREATE INDEX "email_digests_due_at_idx" ON "email_digests"("due_at");

-- AddForeignKey
ALTER TABLE "email_digests" ADD CONSTRAINT "email_digests_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
