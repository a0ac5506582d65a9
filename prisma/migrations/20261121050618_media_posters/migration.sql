-- AlterTable
ALTER TABLE "media" ADD COLUMN     "poster_file_name" TEXT;

-- What Prisma cannot say.

ALTER TABLE "media"
  ADD CONSTRAINT "media_duration_check" CHECK ("duration_ms" >= 0),
  ADD CONSTRAINT "media_poster_check" CHECK ("poster_file_name" IS NULL OR "type" = 'video');
