import type { Database } from '@skein/db';
import type { Clock } from '../../platform/clock.ts';
import { UnauthenticatedError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { lastSeenStepMs, touchSession } from '../auth/index.ts';
import type { AuthModule, LiveSession } from '../auth/index.ts';
import { matchesHash, readTokenId } from './app-tokens.ts';
import { findLiveAppSession } from './oauth.repository.ts';

interface Dependencies {
  database: Database;
  auth: Pick<AuthModule, 'resolveViewer' | 'sessionCache'>;
  clock: Clock;
}

/** So that an app refreshes its token (RFC 6750). */
const invalidToken = { 'WWW-Authenticate': 'Bearer error="invalid_token"' };

/**
 * Resolves the access token of a session or of an app that acts for a user.
 * @throws UnauthenticatedError
 */
export async function resolveViewer(
  { database, auth, clock }: Dependencies,
  token: string,
): Promise<Viewer> {
  const id = readTokenId(token);
  if (id === null) return auth.resolveViewer(token);
  const loadSession = () => load({ database, clock }, id);
  const belongsToToken = (found: LiveSession | null): boolean =>
    found?.app !== undefined &&
    matchesHash(token, Buffer.from(found.app.tokenHash, 'base64')) &&
    (found.app.expiresAt === null || found.app.expiresAt > clock.now().getTime());
  const cached = await auth.sessionCache.get(id, loadSession);
  // Another server may have renewed the token a moment ago.
  const session = cached === null || belongsToToken(cached) ? cached : await loadSession();
  const app = session?.app;
  if (!session || !app || !belongsToToken(session)) {
    throw new UnauthenticatedError('error.app.tokenInvalid', { headers: invalidToken });
  }
  return {
    userId: session.userId,
    sessionId: session.id,
    app: { id: app.id, scopes: app.scopes },
    isFrozen: session.isFrozen,
    hasMoved: session.hasMoved,
  };
}

async function load(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  id: string,
): Promise<LiveSession | null> {
  const now = clock.now();
  const session = await findLiveAppSession(database, id, now);
  const staleBefore = new Date(now.getTime() - lastSeenStepMs);
  if (session !== null && session.lastSeenAt < staleBefore) {
    await touchSession(database, id, now, staleBefore);
  }
  return session;
}
