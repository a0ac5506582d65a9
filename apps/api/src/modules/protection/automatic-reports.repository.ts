import type { AutomaticRule } from '@skein/contracts/administration';
import { reportNoteMaxLength } from '@skein/contracts/limits';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { enqueueWebhooks } from '../../domain/events/webhook-writer.queries.ts';
import { dateOfId, newId } from '../../platform/ids.ts';

const { sql } = Prisma;

export interface AutomaticReport {
  rule: AutomaticRule;
  userId: string;
  note: string | null;
}

/** Reports an account to the moderators, unless they have an open report by the same rule. */
export async function insertAutomaticReport(
  tx: Transaction,
  { rule, userId, note }: AutomaticReport,
): Promise<void> {
  // Serializes concurrent ones.
  await tx.query(sql`SELECT id FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`);
  const target = { targetType: 'user', targetId: userId } as const;
  const open = { ...target, automaticRule: rule, status: 'open' } as const;
  if ((await tx.report.count({ where: open })) > 0) return;
  const id = newId();
  const reason = rule === 'repeated_text' ? 'spam' : 'other';
  const data = {
    id,
    createdAt: dateOfId(id),
    ...open,
    reason,
    note: note?.slice(0, reportNoteMaxLength) ?? null,
  };
  await tx.report.create({ data, select: { id: true } });
  await enqueueWebhooks(tx, {
    event: 'report.created',
    data: { reportId: id, ...target, reason },
  });
}

export function reportAutomatically(database: Database, report: AutomaticReport): Promise<void> {
  return database.$transaction((tx) => insertAutomaticReport(tx, report));
}
