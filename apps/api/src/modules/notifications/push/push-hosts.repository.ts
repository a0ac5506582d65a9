import { rejectedPushHostsMax } from '@skein/contracts/limits';
import type { PushHost } from '@skein/contracts/moderation';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';

const { sql } = Prisma;

/** Whether an administrator has allowed a host. */
export async function isHostAllowed(database: Database, host: string): Promise<boolean> {
  return (await database.pushHost.count({ where: { host, isAllowed: true } })) > 0;
}

/** Records a rejected subscription. Only the latest hosts stay, because any user can name hosts. */
export async function recordRejectedHost(database: Database, host: string): Promise<void> {
  await database.execute(sql`
    INSERT INTO push_hosts AS stored (host) VALUES (${host})
    ON CONFLICT (host) DO UPDATE
    SET rejected_count = stored.rejected_count + 1, rejected_at = excluded.rejected_at`);
  await database.execute(sql`
    DELETE FROM push_hosts WHERE host IN (
      SELECT host FROM push_hosts WHERE NOT is_allowed
      ORDER BY rejected_at DESC, host OFFSET ${rejectedPushHostsMax}::int)`);
}

export async function listPushHosts(database: Database): Promise<PushHost[]> {
  const hosts = await database.pushHost.findMany({
    orderBy: [{ rejectedAt: 'desc' }, { host: 'asc' }],
  });
  return hosts.map(({ rejectedAt, ...host }) => ({
    ...host,
    rejectedAt: rejectedAt.toISOString(),
  }));
}

/** Returns false for a host of which no subscription was rejected. */
export async function setHostAllowed(
  tx: Transaction,
  host: string,
  isAllowed: boolean,
): Promise<boolean> {
  const { count } = await tx.pushHost.updateMany({ where: { host }, data: { isAllowed } });
  return count > 0;
}
