import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { dayMs } from '../../platform/clock.ts';

const { sql } = Prisma;

/** Time to sign in for the first time with a registered app. */
const unusedAppDays = 1;
/** The lifetime of the tokens of apps that act for no user. */
export const appTokenDays = 1;
/** Afterwards, a second use is rejected, but no longer ends the access of the app. */
const usedRefreshTokenDays = 90;
const batchSize = 1000;

/** Tokens of apps that act for no user have expired if they are older. */
export function appTokenCutoff(now: Date): Date {
  return new Date(now.getTime() - appTokenDays * dayMs);
}

/**
 * Deletes expired codes and tokens, and apps that nobody uses: anyone can register apps. An app whose
 * users have all signed out registers again.
 */
export async function deleteUnused(database: Database, now: Date): Promise<void> {
  const unusedSince = new Date(now.getTime() - unusedAppDays * dayMs);
  await inBatches(() =>
    database.execute(sql`
      DELETE FROM oauth_codes WHERE code_hash IN (
        SELECT code_hash FROM oauth_codes WHERE expires_at < ${now} LIMIT ${batchSize})`),
  );
  await inBatches(() =>
    database.execute(sql`
      DELETE FROM oauth_tokens WHERE id IN (
        SELECT id FROM oauth_tokens
        WHERE session_id IS NULL AND created_at < ${appTokenCutoff(now)} LIMIT ${batchSize})`),
  );
  const usedSince = new Date(now.getTime() - usedRefreshTokenDays * dayMs);
  await inBatches(() =>
    database.execute(sql`
      DELETE FROM oauth_refresh_tokens WHERE token_hash IN (
        SELECT token_hash FROM oauth_refresh_tokens WHERE used_at < ${usedSince} LIMIT ${batchSize})`),
  );
  await inBatches(() =>
    database.execute(sql`
      DELETE FROM oauth_apps WHERE id = ANY (ARRAY(
        SELECT id FROM oauth_apps app
        WHERE created_at < ${unusedSince}
          AND NOT EXISTS (SELECT FROM oauth_tokens WHERE app_id = app.id)
          AND NOT EXISTS (SELECT FROM oauth_codes WHERE app_id = app.id)
        LIMIT ${batchSize} FOR UPDATE SKIP LOCKED))`),
  );
}

/** Several short statements hold their locks more briefly than a single long one. */
async function inBatches(deleteBatch: () => Promise<number>): Promise<void> {
  while ((await deleteBatch()) === batchSize);
}
