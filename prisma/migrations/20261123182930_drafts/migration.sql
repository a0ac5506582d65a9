-- CreateTable
CREATE TABLE "drafts" (
    "id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "topic" TEXT NOT NULL,
    "texts" TEXT[],
    "content_warning" TEXT,
    "is_sensitive" BOOLEAN NOT NULL DEFAULT false,
    "reply_permission" "reply_permission" NOT NULL DEFAULT 'ANYONE',
    "poll" JSONB,
    "parent_id" UUID,
    "quoted_id" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "drafts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "draft_media" (
    "draft_id" UUID NOT NULL,
    "media_id" UUID NOT NULL,
    "part" SMALLINT NOT NULL,
    "position" SMALLINT NOT NULL,
    "alt_text" TEXT,

    CONSTRAINT "draft_media_pkey" PRIMARY KEY ("draft_id","media_id")
);

-- CreateIndex
CREATE INDEX "drafts_author_id_updated_at_id_idx" ON "drafts"("author_id", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "draft_media_media_id_idx" ON "draft_media"("media_id");

-- AddForeignKey
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "draft_media" ADD CONSTRAINT "draft_media_draft_id_fkey" FOREIGN KEY ("draft_id") REFERENCES "drafts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "draft_media" ADD CONSTRAINT "draft_media_media_id_fkey" FOREIGN KEY ("media_id") REFERENCES "media"("id") ON DELETE CASCADE ON UPDATE CASCADE;
