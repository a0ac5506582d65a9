-- Servers of the previous release delete a used code, and write no hash.
ALTER TABLE "oauth_codes" ADD COLUMN "used_at" TIMESTAMPTZ(3);

ALTER TABLE "oauth_tokens" ADD COLUMN "code_hash" BYTEA;
