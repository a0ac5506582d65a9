import type { Registration } from '@skein/contracts/moderation';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import type { Locale } from '../../../platform/messages.ts';
import { lockAccounts } from '../../users/index.ts';
import { recordAction } from '../audit/audit.repository.ts';
import type { IdRange } from '../../../platform/read-page.ts';

const { sql } = Prisma;

/** The actions that decide a registration. */
export type Decision = 'approve_registration' | 'reject_registration';

interface RecordedDecision {
  actorId: string | null;
  action: Decision;
  details: Prisma.InputJsonObject;
}

/** Recipient and language of the decision email. */
export interface Applicant {
  email: string;
  name: string;
  locale: Locale;
}

/** Returns a page of registrations, oldest first. */
export async function listPendingRegistrations(
  database: Database,
  { afterId, skip, take }: IdRange,
): Promise<Registration[]> {
  const rows = await database.query<Omit<Registration, 'createdAt'> & { createdAt: Date }>(
    sql`
      SELECT account.id, account.name, account.username, account.email, registration.reason,
        account.created_at AS "createdAt"
      FROM pending_registrations registration
        JOIN users account ON account.id = registration.user_id
      WHERE account.deleted_at IS NULL
        AND (${afterId}::uuid IS NULL OR registration.user_id > ${afterId}::uuid)
      ORDER BY registration.user_id OFFSET ${skip}::int LIMIT ${take}::int`,
  );
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/**
 * Decides a registration once: the second of two administrators gets `decided`.
 * @param work Continues in the same transaction.
 */
export function decidePendingRegistration(
  database: Database,
  userId: string,
  { actorId, action, details }: RecordedDecision,
  work: (tx: Transaction) => Promise<void>,
): Promise<Applicant | 'decided' | 'unknown'> {
  return database.$transaction(async (tx) => {
    await lockAccounts(tx, [userId]);
    const pending = await tx.pendingRegistration.findFirst({
      where: { userId, user: { deletedAt: null } },
      select: { locale: true, user: { select: { email: true, name: true } } },
    });
    if (pending === null) return (await isDecided(tx, userId)) ? 'decided' : 'unknown';
    await tx.pendingRegistration.delete({ where: { userId }, select: { userId: true } });
    await recordAction(tx, { actorId, action, targetType: 'user', targetId: userId, details });
    await work(tx);
    // The registration has stored a known locale.
    const { email, name } = pending.user;
    return { email: email ?? '', name, locale: pending.locale as Locale };
  });
}

async function isDecided(tx: Transaction, userId: string): Promise<boolean> {
  const actions: Decision[] = ['approve_registration', 'reject_registration'];
  const where = { targetType: 'user', targetId: userId, action: { in: actions } };
  return (await tx.auditEntry.findFirst({ where, select: { id: true } })) !== null;
}
