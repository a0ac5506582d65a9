import type { Database } from '@skein/db';
import type { Clock } from '../../platform/clock.ts';
import { UnauthenticatedError } from '../../platform/errors.ts';
import { matchesHash, readTokenId } from './app-tokens.ts';
import { findApp, findAppToken, findLiveAppSession } from './oauth.repository.ts';
import type { App } from './oauth.repository.ts';

/** The app of any of its access tokens. @throws UnauthenticatedError */
export async function getApp(
  { database, clock }: { database: Database; clock: Clock },
  token: string | undefined,
): Promise<App> {
  const id = token === undefined ? null : readTokenId(token);
  const stored = id === null ? null : await findAppToken(database, id, clock.now());
  const isValid =
    stored !== null &&
    matchesHash(token ?? '', stored.tokenHash) &&
    (stored.sessionId === null ||
      (await findLiveAppSession(database, stored.sessionId, clock.now())) !== null);
  const app = isValid ? await findApp(database, stored.appId) : null;
  if (app === null) throw new UnauthenticatedError('error.app.tokenInvalid');
  return app;
}
