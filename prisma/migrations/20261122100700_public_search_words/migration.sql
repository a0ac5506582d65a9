-- AlterTable
ALTER TABLE "search_words" ADD COLUMN     "source_thread_id" UUID;

-- Words of private threads had been learned as well. All are learned again, from public threads only.
TRUNCATE "search_words";
