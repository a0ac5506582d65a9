import type { RemoteThread } from '@skein/contracts/threads';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import type { ThreadRow } from './threads.rows.ts';

const { sql } = Prisma;

type Approval = RemoteThread['quoteApproval']['viewer'];

/**
 * How quotes of threads of other servers by the viewer would be approved, by the ids of the threads. Runs a query
 * only if a thread is for followers or followed users.
 */
export async function findQuoteApprovals(
  database: Database,
  viewerId: string,
  rows: readonly ThreadRow[],
): Promise<Map<string, Approval>> {
  const approvals = new Map<string, Approval>();
  const remoteRows = rows.filter(({ remote }) => remote !== null);
  if (remoteRows.length === 0) return approvals;
  const connections = await listConnections(database, viewerId, remoteRows.filter(needsConnection));
  for (const { id, author, remote } of remoteRows) {
    const kinds = ['public', viewerId, ...(connections.get(author?.id ?? '') ?? [])];
    approvals.set(id, toApproval(kinds, remote?.quoteAutomatic ?? [], remote?.quoteManual ?? []));
  }
  return approvals;
}

function toApproval(
  kinds: readonly string[],
  automatic: readonly string[],
  manual: readonly string[],
): Approval {
  if (kinds.some((kind) => automatic.includes(kind))) return 'automatic';
  if (kinds.some((kind) => manual.includes(kind))) return 'manual';
  return [...automatic, ...manual].includes('unsupported_policy') ? 'unknown' : 'denied';
}

function needsConnection({ remote }: ThreadRow): boolean {
  const { quoteAutomatic, quoteManual } = remote ?? {};
  const approvers = new Set([...(quoteAutomatic ?? []), ...(quoteManual ?? [])]);
  return approvers.has('followers') || approvers.has('following');
}

/** Whether the viewer is among the followers and the followed users of the authors. */
async function listConnections(
  database: Database,
  viewerId: string,
  rows: readonly ThreadRow[],
): Promise<Map<string, string[]>> {
  const ids = rows.flatMap(({ author }) => author?.id ?? []);
  if (ids.length === 0) return new Map();
  const connections = await database.query<{ id: string; kinds: string[] }>(sql`
    SELECT id, array_agg(kind) AS kinds FROM (
      SELECT followee_id AS id, 'followers' AS kind FROM follows
      WHERE follower_id = ${viewerId}::uuid AND followee_id = ANY (${ids}::uuid[])
      UNION ALL SELECT follower_id, 'following' FROM follows
      WHERE followee_id = ${viewerId}::uuid AND follower_id = ANY (${ids}::uuid[])
    ) connection GROUP BY id`);
  return new Map(connections.map(({ id, kinds }) => [id, kinds]));
}
