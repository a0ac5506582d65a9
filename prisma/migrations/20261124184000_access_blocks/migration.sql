-- CreateTable
CREATE TABLE "access_blocks" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "blocks_all_access" BOOLEAN NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "access_blocks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "access_blocks_kind_value_key" ON "access_blocks"("kind", "value");

ALTER TABLE "access_blocks" ADD CONSTRAINT "access_blocks_kind_check"
  CHECK ("kind" IN ('email_domain', 'ip_range'));

-- Servers keep the blocks in memory, like the settings.
CREATE TRIGGER "access_blocks_announce_changed"
  AFTER INSERT OR UPDATE OR DELETE ON "access_blocks"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_changed_settings"();
