import type OAuth2Server from '@node-oauth/oauth2-server';
import type { Database } from '@skein/db';
import { hourMs } from '../../platform/clock.ts';
import type { Clock } from '../../platform/clock.ts';
import { lockAccounts } from '../users/index.ts';
import { hashSecret } from './app-tokens.ts';
import { revokeAppSession } from './oauth.repository.ts';
import { findStoredRefreshToken, replaceRefreshToken } from './refresh-tokens.repository.ts';
import type { TokenPair } from './refresh-tokens.repository.ts';

/** The lifetime of access tokens that a refresh token can renew. */
export const accessTokenLifetimeMs = hourMs;
/** A refresh token may be used again for this long: its response may be lost, or requests concurrent. */
const repetitionMs = 60_000;

export interface RefreshDependencies {
  database: Database;
  sessionCache: { forget: (sessionId: string) => void };
  clock: Clock;
}

/** Who asks for a new access token: the holder of a refresh token. */
export interface Refresher {
  refreshToken: string;
  tokenId: string;
  userId: string;
}

/**
 * The refresh token with this text. If it was used before, someone has copied it, so the access of the
 * app ends (RFC 9700, 4.14.2). Null for any token that is not valid.
 */
export async function findRefreshToken(
  { database, sessionCache, clock }: RefreshDependencies,
  text: string,
) {
  const token = await findStoredRefreshToken(database, hashSecret(text));
  if (token === null || isRepeatable(token.usedAt, clock.now())) return token;
  await revokeAppSession(database, token.tokenId, clock.now());
  sessionCache.forget(token.tokenId);
  return null;
}

/**
 * Replaces the access token and the refresh token.
 * @throws InvalidGrantError of the library
 */
export async function replaceTokens(
  { database, sessionCache, clock }: RefreshDependencies,
  { refreshToken, tokenId, userId }: Refresher,
  {
    access,
    refresh,
    isAuthenticated,
  }: { isAuthenticated: boolean } & {
    access: Omit<TokenPair['access'], 'id' | 'expiresAt'>;
    refresh: Pick<TokenPair['refresh'], 'tokenHash'>;
  },
): Promise<void> {
  const isReplaced = await database.$transaction(async (tx) => {
    // A concurrent refresh, or the end of all sessions, waits for this lock.
    await lockAccounts(tx, [userId]);
    const now = clock.now();
    const used = await findStoredRefreshToken(tx, hashSecret(refreshToken));
    if (used === null || !isRepeatable(used.usedAt, now)) return false;
    const { scopes, requiresSecret, generation } = used;
    if (requiresSecret && !isAuthenticated) return false;
    const expiresAt = new Date(now.getTime() + accessTokenLifetimeMs);
    await replaceRefreshToken(
      tx,
      {
        access: { ...access, id: tokenId, expiresAt },
        refresh: { ...refresh, scopes, requiresSecret, generation: generation + 1 },
      },
      now,
    );
    return true;
  });
  if (!isReplaced) throw await invalidGrant();
  sessionCache.forget(tokenId);
}

/** The library is loaded when it calls the model, so this loads nothing. */
export async function invalidGrant(): Promise<OAuth2Server.InvalidGrantError> {
  const { default: library } = await import('@node-oauth/oauth2-server');
  return new library.InvalidGrantError('Invalid grant: it has ended');
}

function isRepeatable(usedAt: Date | null, now: Date): boolean {
  return usedAt === null || now.getTime() - usedAt.getTime() <= repetitionMs;
}
