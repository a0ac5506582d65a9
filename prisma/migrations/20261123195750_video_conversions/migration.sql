-- CreateTable
CREATE TABLE "video_conversions" (
    "media_id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "storage_key" TEXT NOT NULL,
    "is_playable" BOOLEAN NOT NULL,
    "queued_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "percent" SMALLINT NOT NULL DEFAULT 0,
    "replaced_file_name" TEXT,
    "replaced_bytes" BIGINT,

    CONSTRAINT "video_conversions_pkey" PRIMARY KEY ("media_id")
);

-- CreateIndex
CREATE INDEX "video_conversions_due_at_idx" ON "video_conversions"("due_at");

-- CreateIndex
CREATE INDEX "video_conversions_owner_id_idx" ON "video_conversions"("owner_id");
