-- CreateTable
CREATE TABLE "instance_settings" (
    "section" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "version" INTEGER NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "instance_settings_pkey" PRIMARY KEY ("section")
);

-- Servers keep the settings in memory. This also notifies them of changes on the command line.
CREATE FUNCTION "announce_changed_settings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('skein_settings_changed', '');
  RETURN NULL;
END $$;

CREATE TRIGGER "instance_settings_announce_changed"
  AFTER INSERT OR UPDATE OR DELETE ON "instance_settings"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_changed_settings"();
