-- CreateTable
CREATE TABLE "hashtag_follows" (
    "user_id" UUID NOT NULL,
    "tag" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "hashtag_follows_pkey" PRIMARY KEY ("user_id","tag")
);

-- CreateTable
CREATE TABLE "thread_mutes" (
    "user_id" UUID NOT NULL,
    "thread_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "thread_mutes_pkey" PRIMARY KEY ("user_id","thread_id")
);

-- CreateTable
CREATE TABLE "repost_mutes" (
    "muter_id" UUID NOT NULL,
    "muted_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "repost_mutes_pkey" PRIMARY KEY ("muter_id","muted_id")
);

-- CreateIndex
CREATE INDEX "thread_mutes_thread_id_idx" ON "thread_mutes"("thread_id");

-- CreateIndex
CREATE INDEX "repost_mutes_muted_id_idx" ON "repost_mutes"("muted_id");

-- AddForeignKey
ALTER TABLE "hashtag_follows" ADD CONSTRAINT "hashtag_follows_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "thread_mutes" ADD CONSTRAINT "thread_mutes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "thread_mutes" ADD CONSTRAINT "thread_mutes_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "threads"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "repost_mutes" ADD CONSTRAINT "repost_mutes_muter_id_fkey" FOREIGN KEY ("muter_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "repost_mutes" ADD CONSTRAINT "repost_mutes_muted_id_fkey" FOREIGN KEY ("muted_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
