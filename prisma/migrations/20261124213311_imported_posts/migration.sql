-- CreateTable
CREATE TABLE "imported_posts" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "source_id" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "content_warning" TEXT,
    "url" TEXT,
    "is_reply" BOOLEAN NOT NULL,
    "files_count" INTEGER NOT NULL,
    "is_shortened" BOOLEAN NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "imported_posts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "imported_posts_user_id_published_at_id_idx" ON "imported_posts"("user_id", "published_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "imported_posts_user_id_source_id_key" ON "imported_posts"("user_id", "source_id");

-- AddForeignKey
ALTER TABLE "imported_posts" ADD CONSTRAINT "imported_posts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
