import { accessBlocksMax } from '@skein/contracts/administration';
import type { AccessBlockKind } from '@skein/contracts/administration';
import type { AccessBlock } from '@skein/contracts/moderation';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { withValues } from '@skein/messages';
import { ConflictError } from '../../platform/errors.ts';
import { dateOfId } from '../../platform/ids.ts';

const { sql } = Prisma;

/** Serializes new blocks, so that concurrent ones respect the limit: "blocks" in ASCII. */
const lockKey = 108_170_552_962_931n;

export interface NewAccessBlock {
  id: string;
  kind: AccessBlockKind;
  /** Normalized. */
  value: string;
  blocksAllAccess: boolean;
  reason: string;
  expiresAt: Date | null;
}

/** Returns the blocks in effect, latest first. */
export async function listAccessBlocks(database: Database, now: Date): Promise<AccessBlock[]> {
  const rows = await database.accessBlock.findMany({
    where: { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    orderBy: { id: 'desc' },
    take: accessBlocksMax,
  });
  return rows.map((row) => ({
    ...row,
    kind: row.kind === 'ip_range' ? 'ip_range' : 'email_domain',
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
  }));
}

/** @throws ConflictError if it exists already, or there are too many */
export async function insertAccessBlock(
  tx: Transaction,
  block: NewAccessBlock,
  now: Date,
): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${lockKey})`);
  await tx.accessBlock.deleteMany({ where: { expiresAt: { lte: now } } });
  if ((await tx.accessBlock.count()) >= accessBlocksMax) {
    throw new ConflictError(
      'conflict',
      withValues('error.accessBlocksMax', { max: accessBlocksMax }),
    );
  }
  const { count } = await tx.accessBlock.createMany({
    data: [{ createdAt: dateOfId(block.id), ...block }],
    skipDuplicates: true,
  });
  if (count === 0) throw new ConflictError('conflict', 'error.accessBlockExists');
}

/** Returns the deleted block; null if there is none. */
export async function removeAccessBlock(tx: Transaction, id: string) {
  const where = { id };
  const block = await tx.accessBlock.findFirst({ where, select: { kind: true, value: true } });
  if (block === null) return null;
  const { count } = await tx.accessBlock.deleteMany({ where });
  return count === 0 ? null : block;
}
