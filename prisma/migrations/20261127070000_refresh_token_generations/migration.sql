-- The default is for the previous release, which marks all tokens of a session as used.
ALTER TABLE "oauth_refresh_tokens" ADD COLUMN "generation" INTEGER NOT NULL DEFAULT 0;
