-- CreateEnum
CREATE TYPE "filter_context" AS ENUM ('feeds', 'notifications', 'search', 'replies');

-- CreateEnum
CREATE TYPE "filter_action" AS ENUM ('collapse', 'hide');

-- CreateTable
CREATE TABLE "keyword_filters" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "phrase" TEXT NOT NULL,
    "is_whole_word" BOOLEAN NOT NULL,
    "contexts" "filter_context"[],
    "action" "filter_action" NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "keyword_filters_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "keyword_filters_user_id_id_idx" ON "keyword_filters"("user_id", "id" DESC);

-- AddForeignKey
ALTER TABLE "keyword_filters" ADD CONSTRAINT "keyword_filters_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
