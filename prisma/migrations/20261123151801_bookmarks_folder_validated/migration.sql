ALTER TABLE "bookmarks" VALIDATE CONSTRAINT "bookmarks_folder_id_fkey";
