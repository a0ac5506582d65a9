CREATE TABLE "bookmark_folders" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "position" SMALLINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "bookmark_folders_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "bookmark_folders_owner_id_name_key_key" ON "bookmark_folders"("owner_id", "name_key");

CREATE INDEX "bookmark_folders_owner_id_position_id_idx" ON "bookmark_folders"("owner_id", "position", "id");

ALTER TABLE "bookmark_folders" ADD CONSTRAINT "bookmark_folders_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "bookmarks" ADD COLUMN "folder_id" UUID;

ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_folder_id_fkey" FOREIGN KEY ("folder_id") REFERENCES "bookmark_folders"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;
