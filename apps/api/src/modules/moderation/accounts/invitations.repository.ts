import { createHmac, hkdfSync } from 'node:crypto';
import type { UserRole } from '@skein/contracts/administration';
import { invitationsMax } from '@skein/contracts/limits';
import type { Invitation } from '@skein/contracts/moderation';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { withValues } from '@skein/messages';
import { ConflictError } from '../../../platform/errors.ts';
import { dateOfId } from '../../../platform/ids.ts';
import { hashInvitation, isUsableInvitation } from '../../auth/index.ts';
import { lockAccounts } from '../../users/index.ts';
import { recordAction } from '../audit/audit.repository.ts';
import type { IdRange } from '../../../platform/read-page.ts';
import { userJson } from './user-json.queries.ts';
import { dayMs } from '../../../platform/clock.ts';

const { sql } = Prisma;
const codeBytes = 16;
/** Invitations that cannot be used are listed for this time. */
const retentionMs = 90 * dayMs;
/** The latest of one creator that are kept after they were revoked or have expired without a use. */
const endedMax = 1000;

export interface NewInvitation {
  id: string;
  creatorId: string;
  days: number;
  usesMax: number;
  /** The users that the creator may invite; null for no such limit. */
  invitedMax: number | null;
  /** Members could fill the audit log with their own invitations. */
  isAudited: boolean;
}

export interface Revocation {
  actorId: string | null;
  /** Undefined for an invitation of anybody. */
  creatorId?: string;
  isAudited: boolean;
}

interface InvitationRow extends Omit<Invitation, 'createdAt' | 'expiresAt' | 'status'> {
  createdAt: Date;
  expiresAt: Date;
  isRevoked: boolean;
}

/**
 * Stores an invitation. Returns the code, of which only the hash is stored.
 * @throws ConflictError if the creator has too many invitations that can be used
 */
export function insertInvitation(
  database: Database,
  { id, creatorId, days, usesMax, invitedMax, isAudited }: NewInvitation,
  code: string,
  now: Date,
): Promise<string> {
  return database.$transaction(async (tx) => {
    // Serializes the invitations of one creator, so that concurrent ones respect the limit.
    await lockAccounts(tx, [creatorId]);
    await deleteEnded(tx, creatorId, now);
    if ((await countUsable(tx, creatorId, now)) >= invitationsMax) throw tooManyInvitations();
    if (invitedMax !== null && (await countInvited(tx, creatorId, now)) + usesMax > invitedMax) {
      throw tooManyInvited(invitedMax);
    }
    await tx.invitation.create({
      data: {
        id,
        creatorId,
        usesMax,
        codeHash: toCodeHash(code),
        createdAt: dateOfId(id),
        expiresAt: new Date(now.getTime() + days * dayMs),
      },
      select: { id: true },
    });
    if (isAudited) {
      const details = { invitation: id, days, usesMax };
      await recordAction(tx, { actorId: creatorId, action: 'create_invitation', details });
    }
    return code;
  });
}

/** Returns false if there is no such invitation. */
export function updateRevoked(
  database: Database,
  id: string,
  { actorId, creatorId, isAudited }: Revocation,
  now: Date,
): Promise<boolean> {
  return database.$transaction(async (tx) => {
    const invitation = { id, ...(creatorId !== undefined && { creatorId }) };
    const where = { ...invitation, revokedAt: null };
    const { count } = await tx.invitation.updateMany({ where, data: { revokedAt: now } });
    if (count === 0) return (await tx.invitation.count({ where: invitation })) > 0;
    if (isAudited) {
      const details = { invitation: id };
      await recordAction(tx, { actorId, action: 'revoke_invitation', details });
    }
    return true;
  });
}

/** Derives the code from the id, so that a repeated request gets the same link although only a hash is stored. */
export function deriveInvitationCode(instanceSecret: string, id: string): string {
  const key = Buffer.from(hkdfSync('sha256', instanceSecret, '', 'invitation-codes', 32));
  return createHmac('sha256', key).update(id).digest().subarray(0, codeBytes).toString('base64url');
}

/** Null if there is no such invitation, or the secret of the instance has changed since. */
export async function findCode(
  database: Database,
  id: string,
  code: string,
): Promise<string | null> {
  const where = { id, codeHash: toCodeHash(code) };
  return (await database.invitation.count({ where })) > 0 ? code : null;
}

const toCodeHash = (code: string) => Uint8Array.from(hashInvitation(code));

/**
 * Latest first.
 * @param creatorId undefined for the invitations of everybody
 */
export async function selectInvitations(
  database: Database,
  { afterId, skip, take }: IdRange,
  now: Date,
  creatorId?: string,
): Promise<Invitation[]> {
  const rows = await database.query<InvitationRow>(sql`
    SELECT invitation.id, ${userJson(sql`creator`)} AS creator,
      invitation.created_at AS "createdAt", invitation.expires_at AS "expiresAt",
      invitation.uses_count AS "usesCount", invitation.uses_max AS "usesMax",
      invitation.revoked_at IS NOT NULL AS "isRevoked"
    FROM invitations invitation JOIN users creator ON creator.id = invitation.creator_id
    WHERE (${afterId}::uuid IS NULL OR invitation.id < ${afterId}::uuid)
      AND (${creatorId ?? null}::uuid IS NULL OR invitation.creator_id = ${creatorId ?? null}::uuid)
    ORDER BY invitation.id DESC OFFSET ${skip}::int LIMIT ${take}::int`);
  return rows.map(({ isRevoked, ...row }) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    status: isRevoked
      ? 'revoked'
      : row.usesCount >= row.usesMax
        ? 'used'
        : row.expiresAt <= now
          ? 'expired'
          : 'usable',
  }));
}

/** Revokes the invitations of an account that can be used. Returns their number. */
export function revokeUserInvitations(
  tx: Transaction,
  creatorId: string,
  now: Date,
): Promise<number> {
  return tx.execute(sql`
    UPDATE invitations SET revoked_at = ${now}
    WHERE creator_id = ${creatorId}::uuid AND ${isUsableInvitation(sql`invitations`, now)}`);
}

/**
 * Revokes the invitations of users who may no longer invite, after a change of the settings.
 * @param roles those that may invite
 */
export function revokeInvitationsOfOthers(
  tx: Transaction,
  { roles, adminEmails }: { roles: readonly UserRole[]; adminEmails: readonly string[] },
  now: Date,
): Promise<number> {
  return tx.execute(sql`
    UPDATE invitations SET revoked_at = ${now} FROM users creator
    WHERE creator.id = creator_id AND NOT creator.role::text = ANY (${[...roles]}::text[])
      AND NOT (creator.email_proven_at IS NOT NULL AND creator.email = ANY (${[...adminEmails]}::text[]))
      AND ${isUsableInvitation(sql`invitations`, now)}`);
}

/** Used invitations are kept for the whole time, because they count toward the limit of a member. */
async function deleteEnded(tx: Transaction, creatorId: string, now: Date): Promise<void> {
  const endedBefore = new Date(now.getTime() - retentionMs);
  await tx.execute(sql`
    DELETE FROM invitations
    WHERE creator_id = ${creatorId}::uuid AND (expires_at < ${endedBefore} OR id IN (
      SELECT id FROM invitations
      WHERE creator_id = ${creatorId}::uuid AND NOT ${isUsableInvitation(sql`invitations`, now)}
        AND uses_count = 0
      ORDER BY id DESC OFFSET ${endedMax}::int))`);
}

async function countUsable(tx: Transaction, creatorId: string, now: Date): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM invitations
    WHERE creator_id = ${creatorId}::uuid AND ${isUsableInvitation(sql`invitations`, now)}`);
  return row?.count ?? 0;
}

/** The users who have registered with the invitations of a creator, or still can. */
export async function countInvited(
  tx: Database | Transaction,
  creatorId: string,
  now: Date,
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    SELECT coalesce(sum(CASE WHEN ${isUsableInvitation(sql`invitations`, now)}
      THEN uses_max ELSE uses_count END), 0)::int AS count
    FROM invitations WHERE creator_id = ${creatorId}::uuid`);
  return row?.count ?? 0;
}

function tooManyInvited(max: number): ConflictError {
  return new ConflictError('conflict', withValues('error.invitedTooMany', { max }));
}

function tooManyInvitations(): ConflictError {
  return new ConflictError('conflict', withValues('error.invitationsMax', { max: invitationsMax }));
}
