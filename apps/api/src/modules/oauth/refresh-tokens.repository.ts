import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { isActive } from '../../domain/visibility.queries.ts';
import type { App, NewToken } from './oauth.repository.ts';

export interface RefreshToken {
  tokenHash: Uint8Array<ArrayBuffer>;
  /** The id of the access token and of its session. */
  tokenId: string;
  userId: string;
  app: App;
  /** What the user has granted. */
  scopes: string[];
  requiresSecret: boolean;
  /** One more than that of the token that it replaces. */
  generation: number;
  createdAt: Date;
  /** Null until the token, or one of the same or a later generation, has renewed the access token. */
  usedAt: Date | null;
}

/** An access token, and the refresh token that may renew it. */
export interface TokenPair {
  /** `scopes` may be fewer than those of the refresh token. */
  access: NewToken & { expiresAt: Date };
  refresh: Pick<RefreshToken, 'tokenHash' | 'scopes' | 'requiresSecret' | 'generation'>;
}

/** Finds a used token too. Returns null when its session has ended or the account is suspended. */
export async function findStoredRefreshToken(
  database: Database | Transaction,
  tokenHash: Uint8Array<ArrayBuffer>,
): Promise<RefreshToken | null> {
  const [row] = await database.query<Omit<RefreshToken, 'app'> & { appId: string }>(Prisma.sql`
    SELECT refresh.token_hash AS "tokenHash", refresh.token_id AS "tokenId",
      session.user_id AS "userId", token.app_id AS "appId", refresh.scopes,
      refresh.requires_secret AS "requiresSecret", refresh.generation,
      refresh.created_at AS "createdAt", refresh.used_at AS "usedAt"
    FROM oauth_refresh_tokens refresh JOIN oauth_tokens token ON token.id = refresh.token_id
      JOIN sessions session ON session.id = token.session_id
      JOIN users ON users.id = session.user_id
    WHERE refresh.token_hash = ${tokenHash} AND session.revoked_at IS NULL
      AND ${isActive(Prisma.sql`users`)}`);
  if (row === undefined) return null;
  const { appId, ...token } = row;
  return { ...token, app: await database.oauthApp.findFirstOrThrow({ where: { id: appId } }) };
}

/** Stores the refresh token of a new access token. */
export async function insertRefreshToken(
  tx: Transaction,
  { access, refresh }: TokenPair,
  now: Date,
): Promise<void> {
  const { id, expiresAt } = access;
  await tx.oauthToken.update({ where: { id }, data: { expiresAt } });
  await tx.oauthRefreshToken.create({ data: { ...refresh, tokenId: id, createdAt: now } });
}

/**
 * Replaces the access token and the refresh tokens of earlier generations. Tokens of the same generation stay
 * valid, because the app may have received any of them.
 */
export async function replaceRefreshToken(
  tx: Transaction,
  { access, refresh }: TokenPair,
  now: Date,
): Promise<void> {
  const { id, tokenHash, scopes, expiresAt } = access;
  await tx.oauthRefreshToken.updateMany({
    where: { tokenId: id, usedAt: null, generation: { lt: refresh.generation } },
    data: { usedAt: now },
  });
  await tx.oauthToken.update({ where: { id }, data: { tokenHash, scopes, expiresAt } });
  await tx.session.update({ where: { id }, data: { lastSeenAt: now } });
  await tx.oauthRefreshToken.create({ data: { ...refresh, tokenId: id, createdAt: now } });
}
