import { accessTokensMax } from '@skein/contracts/limits';
import type { AuthorizedApp } from '@skein/contracts/oauth';
import { withValues } from '@skein/messages';
import type { Database } from '@skein/db';
import { dayMs } from '../../platform/clock.ts';
import type { Clock } from '../../platform/clock.ts';
import { ConflictError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { AuthModule, EventOrigin } from '../auth/index.ts';
import { lockAccounts } from '../users/index.ts';
import { hashSecret, newAppToken, newSecret, readTokenId } from './app-tokens.ts';
import { noExpiry } from './oauth-model.ts';
import { countAccessTokens, insertApp, insertUserToken } from './oauth.repository.ts';

interface Dependencies {
  auth: Pick<AuthModule, 'confirmPassword' | 'securityEmails'>;
  database: Database;
  clock: Clock;
}

export interface AccessTokenInput {
  name: string;
  scopes: string[];
  /** Null for a token that does not expire. */
  expiresInDays: number | null;
}

/**
 * Creates an access token for the viewer's own scripts: the only token of an app without redirect
 * URIs, so that no other token of this app can be requested.
 * @throws RateLimitedError after too many wrong passwords
 * @throws AppError `wrong_password`
 * @throws ConflictError for too many tokens
 */
export async function createAccessToken(
  { auth, ...dependencies }: Dependencies,
  viewer: Viewer,
  { password, ...input }: AccessTokenInput & { password: string },
  origin: EventOrigin,
): Promise<{ token: string; app: AuthorizedApp }> {
  await auth.confirmPassword(viewer, { password, address: origin.address });
  const created = await insertAccessToken(dependencies, viewer, input);
  const event = { type: 'accessTokenCreated', name: input.name } as const;
  auth.securityEmails.notify(viewer.userId, event, origin);
  return created;
}

async function insertAccessToken(
  { database, clock }: Omit<Dependencies, 'auth'>,
  { userId }: Viewer,
  { name, scopes, expiresInDays }: AccessTokenInput,
): Promise<{ token: string; app: AuthorizedApp }> {
  const token = newAppToken();
  const id = readTokenId(token);
  if (id === null) throw new Error('A new token has an id.');
  const now = clock.now();
  const end = expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * dayMs);
  const secretHash = hashSecret(newSecret());
  const app = { id: newId(), name, website: null, redirectUris: [], scopes, secretHash };
  await database.$transaction(async (tx) => {
    await lockAccounts(tx, [userId]);
    const count = await countAccessTokens(tx, userId, now);
    if (count >= accessTokensMax)
      throw new ConflictError(
        'conflict',
        withValues('error.accessTokensTooMany', { max: accessTokensMax }),
      );
    await insertApp(tx, app);
    const stored = { id, appId: app.id, tokenHash: hashSecret(token), scopes };
    await insertUserToken(tx, stored, { userId, now, expiresAt: end ?? noExpiry });
  });
  return {
    token,
    app: {
      id: app.id,
      name,
      website: null,
      scopes,
      authorizedAt: now.toISOString(),
      lastUsedAt: now.toISOString(),
      isAccessToken: true,
      expiresAt: end?.toISOString() ?? null,
    },
  };
}
