import { createHash } from 'node:crypto';
import type { UserRole } from '@skein/contracts/administration';
import { pendingRegistrationsMax } from '@skein/contracts/limits';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { ForbiddenError } from '../../../platform/errors.ts';
import { lowestIdAt } from '../../../platform/ids.ts';
import type { Locale } from '../../../platform/messages.ts';
import { isActive } from '../../../domain/visibility.queries.ts';
import { normalizeAddress } from '../../instance/index.ts';
import { dayMs } from '../../../platform/clock.ts';

const { sql } = Prisma;

/** Who has created an invitation. */
interface Inviter {
  name: string;
  username: string;
  role: UserRole;
  email: string;
  emailProvenAt: Date | null;
}

/** Codes are stored as hashes, so that a database leak does not reveal them. */
export function hashInvitation(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}

/** Whether a row of invitations can be used while its creator is active. */
export function isUsableInvitation(invitation: Prisma.Sql, now: Date): Prisma.Sql {
  return sql`(${invitation}.revoked_at IS NULL AND ${invitation}.expires_at > ${now}
    AND ${invitation}.uses_count < ${invitation}.uses_max)`;
}

/** An invitation that can be used: its creator is active, too. */
function selectUsable(code: string, now: Date): Prisma.Sql {
  return sql`SELECT invitation.id, creator.name, creator.username, creator.role, creator.email,
    creator.email_proven_at AS "emailProvenAt" FROM invitations invitation
    JOIN users creator ON creator.id = invitation.creator_id
    WHERE invitation.code_hash = ${hashInvitation(code)}
      AND ${isUsableInvitation(sql`invitation`, now)} AND ${isActive(sql`creator`)}`;
}

/** The creator of an invitation that can be used. */
export async function findInviter(
  database: Database | Transaction,
  code: string,
  now: Date,
): Promise<Inviter | null> {
  const [inviter] = await database.query<Inviter>(selectUsable(code, now));
  return inviter ?? null;
}

/** Counts a use. Of concurrent registrations, only as many succeed as uses are left. */
export async function consumeInvitation(
  tx: Transaction,
  code: string,
  now: Date,
): Promise<boolean> {
  const used = await tx.execute(sql`
    UPDATE invitations SET uses_count = uses_count + 1
    WHERE id IN (SELECT id FROM (${selectUsable(code, now)}) usable)
      AND uses_count < uses_max AND revoked_at IS NULL`);
  return used > 0;
}

/** Stores the IP address from which an account was created. Nothing if it is not known. */
export async function recordRegistrationAddress(
  tx: Transaction,
  userId: string,
  given: string | undefined,
): Promise<void> {
  const address = normalizeAddress(given);
  if (address === null) return;
  await tx.registrationAddress.create({ data: { userId, address } });
}

/** Deletes the addresses of accounts that were created more than `days` ago. Returns their number. */
export async function deleteRegistrationAddresses(
  database: Database,
  now: Date,
  days: number,
): Promise<number> {
  const userId = { lt: lowestIdAt(now.getTime() - days * dayMs) };
  return (await database.registrationAddress.deleteMany({ where: { userId } })).count;
}

/**
 * Lets a new account wait for approval.
 * @throws ForbiddenError if too many accounts wait
 */
export async function requestApproval(
  tx: Transaction,
  registration: { userId: string; reason: string; locale: Locale },
  now: Date,
): Promise<void> {
  if ((await tx.pendingRegistration.count()) >= pendingRegistrationsMax) {
    throw new ForbiddenError('error.pendingMax');
  }
  const { userId } = registration;
  await tx.user.update({
    where: { id: userId },
    data: { suspendedAt: now },
    select: { id: true },
  });
  await tx.pendingRegistration.create({ data: registration });
}
