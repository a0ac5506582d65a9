-- AlterTable
ALTER TABLE "oauth_tokens" ADD COLUMN "expires_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "oauth_refresh_tokens" (
    "token_hash" BYTEA NOT NULL,
    "token_id" UUID NOT NULL,
    "scopes" TEXT[],
    "requires_secret" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_refresh_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateIndex
CREATE INDEX "oauth_refresh_tokens_token_id_idx" ON "oauth_refresh_tokens"("token_id");

-- CreateIndex
CREATE INDEX "oauth_refresh_tokens_used_at_idx" ON "oauth_refresh_tokens"("used_at");

-- AddForeignKey
ALTER TABLE "oauth_refresh_tokens" ADD CONSTRAINT "oauth_refresh_tokens_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "oauth_tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Servers keep the hash of the access token with its session in memory.
CREATE FUNCTION "announce_replaced_token"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('skein_session_ended', OLD.session_id::text);
  RETURN NULL;
END $$;

CREATE TRIGGER "oauth_tokens_announce_replaced" AFTER UPDATE OF "token_hash" ON "oauth_tokens"
  FOR EACH ROW EXECUTE FUNCTION "announce_replaced_token"();
