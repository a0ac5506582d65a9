import type { AuthorizedApp } from '@skein/contracts/oauth';
import type { Database } from '@skein/db';
import type { Clock } from '../../platform/clock.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { noExpiry } from './oauth-model.ts';
import { revokeAppSessions, selectUserTokens } from './oauth.repository.ts';

interface Dependencies {
  database: Database;
  sessionCache: { forget: (sessionId: string) => void };
  clock: Clock;
}

/** The apps and access tokens that may act for the viewer, the last used first. An app on two devices is listed once. */
export async function listAuthorizedApps(
  { database, clock }: Dependencies,
  { userId }: Viewer,
): Promise<AuthorizedApp[]> {
  const tokens = await selectUserTokens(database, userId, clock.now());
  const byApp = Map.groupBy(tokens, ({ app }) => app.id);
  return [...byApp.values()].flatMap((group) => {
    const [latest] = group;
    if (latest === undefined) return [];
    const { id, name, website, redirectUris } = latest.app;
    const isAccessToken = redirectUris.length === 0;
    const end = latest.session?.expiresAt ?? noExpiry;
    const authorizedAt = group.map(({ createdAt }) => createdAt.getTime());
    const lastUsedAt = group.map(({ session, createdAt }) => session?.lastSeenAt ?? createdAt);
    return {
      id,
      name,
      website,
      scopes: [...new Set(group.flatMap(({ scopes }) => scopes))],
      authorizedAt: new Date(Math.max(...authorizedAt)).toISOString(),
      lastUsedAt: new Date(Math.max(...lastUsedAt.map(Number))).toISOString(),
      isAccessToken,
      expiresAt: isAccessToken && end < noExpiry ? end.toISOString() : null,
    };
  });
}

/** @throws NotFoundError for an app without access */
export async function revokeAuthorizedApp(
  { database, sessionCache, clock }: Dependencies,
  { userId }: Viewer,
  appId: string,
): Promise<void> {
  const ended = isId(appId) ? await revokeAppSessions(database, userId, appId, clock.now()) : [];
  if (ended.length === 0) throw new NotFoundError('error.app.noAccess');
  for (const id of ended) sessionCache.forget(id);
}
