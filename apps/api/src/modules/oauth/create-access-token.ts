import { accessTokensMax } from '@skein/contracts/limits';
import type { AuthorizedApp } from '@skein/contracts/oauth';
import { withValues } from '@skein/messages';
import type { Clock } from '../../platform/clock.ts';
import { ConflictError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { lockAccounts } from '../users/index.ts';
import { hashSecret, newAppToken, newSecret, readTokenId } from './app-tokens.ts';
import { noExpiry } from './oauth-model.ts';
import type { OauthRepository } from './oauth.repository.ts';

const dayMs = 24 * 60 * 60 * 1000;

interface Dependencies {
  repository: OauthRepository;
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
 * @throws ConflictError for too many tokens
 */
export async function createAccessToken(
  { repository, clock }: Dependencies,
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
  await repository.transaction(async (tx) => {
    await lockAccounts(tx, [userId]);
    const count = await repository.countAccessTokens(tx, userId, now);
    if (count >= accessTokensMax)
      throw new ConflictError(
        'conflict',
        withValues('error.accessTokensTooMany', { max: accessTokensMax }),
      );
    await repository.insertApp(app, tx);
    const stored = { id, appId: app.id, tokenHash: hashSecret(token), scopes };
    await repository.insertUserToken(tx, stored, { userId, now, expiresAt: end ?? noExpiry });
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
