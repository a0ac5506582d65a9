-- CreateTable
CREATE TABLE "announcements" (
    "id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "language" TEXT,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "announcements_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "announcement_dismissals" (
    "announcement_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,

    CONSTRAINT "announcement_dismissals_pkey" PRIMARY KEY ("user_id","announcement_id")
);

-- CreateIndex
CREATE INDEX "announcement_dismissals_announcement_id_idx" ON "announcement_dismissals"("announcement_id");

-- AddForeignKey
ALTER TABLE "announcement_dismissals" ADD CONSTRAINT "announcement_dismissals_announcement_id_fkey" FOREIGN KEY ("announcement_id") REFERENCES "announcements"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "announcement_dismissals" ADD CONSTRAINT "announcement_dismissals_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Servers keep the announcements in memory, like the settings.
CREATE TRIGGER "announcements_announce_changed"
  AFTER INSERT OR UPDATE OR DELETE ON "announcements"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_changed_settings"();
