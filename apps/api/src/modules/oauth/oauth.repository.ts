import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { isActive, isFrozen } from '../../domain/visibility.queries.ts';
import type { LiveSession } from '../auth/index.ts';
import { appTokenCutoff } from './retention.repository.ts';

/** Sessions of one app for one user. */
const sessionsPerAppMax = 50;
/** Sessions of all apps for one user. */
const appSessionsMax = 500;
/** Tokens of one app that act for no user. */
const ownTokensPerAppMax = 20;

export interface App {
  id: string;
  name: string;
  website: string | null;
  redirectUris: string[];
  scopes: string[];
  secretHash: Uint8Array<ArrayBuffer>;
}

export interface NewCode {
  codeHash: Uint8Array<ArrayBuffer>;
  appId: string;
  sessionId: string;
  redirectUri: string;
  scopes: string[];
  codeChallenge: string | null;
  expiresAt: Date;
}

/** An authorization code with its app and the user who granted it. */
export type StoredCode = NewCode & { app: App; userId: string };

export interface NewToken {
  /** The id of the token and of its session. */
  id: string;
  appId: string;
  tokenHash: Uint8Array<ArrayBuffer>;
  /** The authorization code that issued the token. */
  codeHash?: Uint8Array<ArrayBuffer>;
  scopes: string[];
}

export interface AppToken extends Omit<NewToken, 'codeHash'> {
  sessionId: string | null;
  createdAt: Date;
  expiresAt: Date | null;
}

export async function insertApp(database: Database | Transaction, app: App): Promise<void> {
  await database.oauthApp.create({ data: app });
}

/** Deletes all but the latest `max` apps that act for no user and that no user has just authorized. */
export async function deleteOldestUnusedApps(database: Database, max: number): Promise<void> {
  await database.execute(Prisma.sql`
    DELETE FROM oauth_apps WHERE id IN (
      -- In a query of its own, because PostgreSQL would lock the rows before the offset, too.
      SELECT id FROM oauth_apps WHERE id IN (
        SELECT id FROM oauth_apps app
        WHERE NOT EXISTS (SELECT FROM oauth_tokens WHERE app_id = app.id AND session_id IS NOT NULL)
          AND NOT EXISTS (SELECT FROM oauth_codes WHERE app_id = app.id)
        ORDER BY created_at DESC, id DESC OFFSET ${max})
      FOR UPDATE SKIP LOCKED)`);
}

export function findApp(database: Database, id: string): Promise<App | null> {
  return database.oauthApp.findFirst({ where: { id } });
}

export async function insertCode(database: Database, code: NewCode): Promise<void> {
  await database.oauthCode.create({ data: code });
}

/** An unused code whose granting session is still open. */
export async function findCode(
  database: Database,
  codeHash: Uint8Array<ArrayBuffer>,
  now: Date,
): Promise<StoredCode | null> {
  const code = await database.oauthCode.findFirst({
    where: { codeHash, usedAt: null, expiresAt: { gt: now }, session: { revokedAt: null } },
    include: { app: true, session: { select: { userId: true } } },
  });
  return code && { ...code, userId: code.session.userId };
}

/** Returns false when it was used already: of two concurrent calls one succeeds. */
export async function consumeCode(
  database: Database,
  codeHash: Uint8Array<ArrayBuffer>,
  now: Date,
): Promise<boolean> {
  const where = { codeHash, usedAt: null };
  const { count } = await database.oauthCode.updateMany({ where, data: { usedAt: now } });
  return count === 1;
}

/** Locks a code until the transaction ends. Returns false when it was used a second time. */
export async function lockCode(
  tx: Transaction,
  codeHash: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const rows = await tx.query(Prisma.sql`
    SELECT FROM oauth_codes WHERE code_hash = ${codeHash} FOR UPDATE`);
  return rows.length === 1;
}

/**
 * Ends the session of the token that a code has issued, and returns its id. The deletion waits for an
 * exchange that has locked the code, whose token the second statement then finds; any other exchange
 * finds no code to lock.
 */
export async function revokeCode(
  database: Database,
  codeHash: Uint8Array<ArrayBuffer>,
  now: Date,
): Promise<string[]> {
  await database.oauthCode.deleteMany({ where: { codeHash } });
  const ended = await database.session.updateManyAndReturn({
    where: { revokedAt: null, oauthToken: { codeHash } },
    data: { revokedAt: now },
    select: { id: true },
  });
  return ended.map(({ id }) => id);
}

export async function isOpenSession(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const where = { id, revokedAt: null, expiresAt: { gt: now } };
  return (await tx.session.count({ where })) === 1;
}

/**
 * Stores the token of an app that acts for a user, and its session. Deletes sessions beyond the
 * maximum: first those that have ended, then the oldest.
 */
export async function insertUserToken(
  tx: Transaction,
  token: NewToken,
  session: { userId: string; now: Date; expiresAt: Date },
): Promise<void> {
  const { userId, now, expiresAt } = session;
  const times = { createdAt: now, lastSeenAt: now, expiresAt };
  await tx.session.create({ data: { id: token.id, userId, kind: 'app', ...times } });
  await tx.oauthToken.create({ data: { ...token, sessionId: token.id, createdAt: now } });
  await tx.execute(Prisma.sql`
    DELETE FROM sessions WHERE id IN (
      SELECT id FROM (
        SELECT session.id,
          row_number() OVER (PARTITION BY token.app_id
            ORDER BY session.revoked_at IS NULL DESC, session.id DESC) AS rank_in_app,
          row_number() OVER (ORDER BY session.revoked_at IS NULL DESC, session.id DESC) AS rank
        FROM sessions session JOIN oauth_tokens token ON token.session_id = session.id
        WHERE session.user_id = ${userId}::uuid
      ) ranked WHERE rank_in_app > ${sessionsPerAppMax} OR rank > ${appSessionsMax})`);
}

/** The access tokens that a user has created for scripts and that are valid. */
export function countAccessTokens(tx: Transaction, userId: string, now: Date): Promise<number> {
  return tx.session.count({
    where: {
      userId,
      revokedAt: null,
      expiresAt: { gt: now },
      oauthToken: { app: { redirectUris: { isEmpty: true } } },
    },
  });
}

/** Stores a token of an app that acts for no user, and deletes the oldest ones beyond the maximum. */
export async function insertAppToken(
  database: Database,
  token: NewToken,
  now: Date,
): Promise<void> {
  await database.oauthToken.create({ data: { ...token, createdAt: now } });
  await database.execute(Prisma.sql`
    DELETE FROM oauth_tokens WHERE id IN (
      SELECT id FROM oauth_tokens WHERE app_id = ${token.appId}::uuid AND session_id IS NULL
      ORDER BY id DESC OFFSET ${ownTokensPerAppMax})`);
}

export function findAppToken(database: Database, id: string, now: Date): Promise<AppToken | null> {
  return database.oauthToken.findFirst({
    where: {
      id,
      OR: [{ sessionId: { not: null } }, { createdAt: { gt: appTokenCutoff(now) } }],
    },
  });
}

export async function deleteToken(database: Database, id: string): Promise<void> {
  await database.oauthToken.deleteMany({ where: { id } });
}

/** The session of a token, unless it is revoked or its account suspended. */
export async function findLiveAppSession(
  database: Database,
  id: string,
  now: Date,
): Promise<LiveSession | null> {
  const [row] = await database.query<LiveSession>(Prisma.sql`
    SELECT session.id, session.user_id AS "userId", session.kind::text AS kind,
      session.expires_at AS "expiresAt", session.last_seen_at AS "lastSeenAt",
      json_build_object('id', token.app_id, 'scopes', token.scopes,
        'tokenHash', encode(token.token_hash, 'base64'),
        'expiresAt', extract(epoch FROM token.expires_at) * 1000) AS app,
      ${isFrozen(Prisma.sql`users`)} AS "isFrozen", users.moved_to_id IS NOT NULL AS "hasMoved"
    FROM oauth_tokens token JOIN sessions session ON session.id = token.session_id
      JOIN users ON users.id = session.user_id
    WHERE token.id = ${id}::uuid AND session.revoked_at IS NULL
      AND session.expires_at > ${now} AND (token.expires_at IS NULL OR token.expires_at > ${now})
      AND ${isActive(Prisma.sql`users`)}`);
  return row ?? null;
}

export async function revokeAppSession(database: Database, id: string, now: Date): Promise<void> {
  await database.session.updateMany({
    where: { id, kind: 'app', revokedAt: null },
    data: { revokedAt: now },
  });
}

/** Ends all sessions of an app for a user and returns their ids. */
export async function revokeAppSessions(
  database: Database,
  userId: string,
  appId: string,
  now: Date,
): Promise<string[]> {
  const ended = await database.session.updateManyAndReturn({
    where: { userId, revokedAt: null, oauthToken: { appId } },
    data: { revokedAt: now },
    select: { id: true },
  });
  return ended.map(({ id }) => id);
}

/** The tokens of all apps that act for a user, the last used first. */
export function selectUserTokens(database: Database, userId: string, now: Date) {
  return database.oauthToken.findMany({
    where: { session: { userId, revokedAt: null, expiresAt: { gt: now } } },
    select: {
      scopes: true,
      createdAt: true,
      app: { select: { id: true, name: true, website: true, redirectUris: true } },
      session: { select: { lastSeenAt: true, expiresAt: true } },
    },
    orderBy: [{ session: { lastSeenAt: 'desc' } }, { id: 'desc' }],
    take: 500,
  });
}
