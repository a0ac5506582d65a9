import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { dateOfId, newId } from '../../../platform/ids.ts';
import type { Locale } from '../../../platform/messages.ts';
import type { ViewerApp } from '../../../platform/viewer.ts';
import { isActive, isFrozen } from '../../../domain/visibility.queries.ts';

/** Open and ended sessions of one user in browsers. */
const sessionsMax = 200;

export interface NewSession {
  userId: string;
  kind?: 'normal' | 'handover';
  userAgent: string | undefined;
  address: string | undefined;
  isTwoFactor: boolean | undefined;
  locale: Locale | undefined;
  lastSeenAt: Date;
  expiresAt: Date;
}

export interface LiveSession {
  id: string;
  userId: string;
  kind: 'normal' | 'handover' | 'app';
  expiresAt: Date;
  lastSeenAt: Date;
  isFrozen?: boolean | undefined;
  hasMoved?: boolean | undefined;
  /** Set only for a session of an app. `expiresAt` is the expiry of its access token, in milliseconds. */
  app?: (ViewerApp & { tokenHash: string; expiresAt: number | null }) | undefined;
}

/** Deletes sessions beyond the maximum: first those that have ended, then the oldest. */
export async function insertSession(
  database: Database | Transaction,
  session: NewSession,
): Promise<LiveSession> {
  const { userAgent = null, address = null, isTwoFactor = false, locale = null, ...rest } = session;
  const id = newId();
  const inserted = await database.session.create({
    data: { ...rest, id, createdAt: dateOfId(id), userAgent, address, isTwoFactor, locale },
    select: { id: true, userId: true, kind: true, expiresAt: true, lastSeenAt: true },
  });
  await database.execute(Prisma.sql`
    DELETE FROM sessions WHERE id IN (
      SELECT id FROM sessions WHERE user_id = ${session.userId}::uuid AND kind <> 'app'
      ORDER BY revoked_at IS NULL AND expires_at > ${session.lastSeenAt} DESC, id DESC
      OFFSET ${sessionsMax})`);
  return inserted;
}

/** The session, unless it is revoked or expired or its account suspended. */
export async function findLiveSession(
  database: Database | Transaction,
  id: string,
  userId: string,
  now: Date,
) {
  // Runs on every request: a raw statement costs a third of the same query by models.
  const rows = await database.query<LiveSession>(Prisma.sql`
    SELECT session.id, session.user_id AS "userId", session.kind::text AS kind,
      session.expires_at AS "expiresAt", session.last_seen_at AS "lastSeenAt",
      ${isFrozen(Prisma.sql`users`)} AS "isFrozen", users.moved_to_id IS NOT NULL AS "hasMoved"
    FROM sessions session JOIN users ON users.id = session.user_id
    WHERE session.id = ${id}::uuid AND session.user_id = ${userId}::uuid
      AND session.revoked_at IS NULL AND session.expires_at > ${now}
      AND ${isActive(Prisma.sql`users`)}`);
  return rows[0] ?? null;
}

/**
 * The live ones among these sessions, with their expiry times. Same conditions as `findLiveSession`.
 */
export async function selectLiveSessions(
  database: Database,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, Date>> {
  const rows = await database.query<Pick<LiveSession, 'id' | 'expiresAt'>>(Prisma.sql`
    SELECT session.id, least(session.expires_at, token.expires_at) AS "expiresAt"
    FROM sessions session JOIN users ON users.id = session.user_id
      LEFT JOIN oauth_tokens token ON token.session_id = session.id
    WHERE session.id = ANY(${ids}::uuid[]) AND session.revoked_at IS NULL
      AND least(session.expires_at, token.expires_at) > ${now} AND ${isActive(Prisma.sql`users`)}`);
  return new Map(rows.map(({ id, expiresAt }) => [id, expiresAt]));
}

/** Updates `lastSeenAt` if it is older than `staleBefore`. */
export async function touchSession(
  database: Database,
  id: string,
  now: Date,
  staleBefore: Date,
): Promise<void> {
  await database.session.updateMany({
    where: { id, lastSeenAt: { lt: staleBefore } },
    data: { lastSeenAt: now },
  });
}

/** Ends all sessions of a user, except one if given, and returns their ids. */
export async function revokeSessions(
  tx: Transaction,
  userId: string,
  { now, except }: { now: Date; except: string | undefined },
): Promise<string[]> {
  const ended = await tx.session.updateManyAndReturn({
    where: { userId, revokedAt: null, ...(except !== undefined && { id: { not: except } }) },
    data: { revokedAt: now },
    select: { id: true },
  });
  return ended.map(({ id }) => id);
}

/** False when it was revoked already, so of two concurrent calls one succeeds. */
export async function revokeSession(
  database: Database | Transaction,
  id: string,
  now: Date,
): Promise<boolean> {
  const { count } = await database.session.updateMany({
    where: { id, revokedAt: null },
    data: { revokedAt: now },
  });
  return count === 1;
}
