import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { RateLimitedError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';

const { sql } = Prisma;

/** While a server processes an activity, no other one takes it. */
const processingMinutes = 5;
/** The waiting activities of one host. The other server repeats further ones later. */
const waitingMax = 1000;
/** The waiting activities of one account, which must not keep others of a large server from being accepted. */
const accountWaitingMax = 200;
const retrySeconds = 60;

export interface WaitingActivity {
  id: string;
  senderUri: string;
  /** The registrable domain of the sender's host. */
  host: string;
  body: string;
  synchronization: string | null;
  attempts: number;
  receivedAt: Date;
}

/** @throws RateLimitedError if too many activities of the host or the account wait */
export async function insertActivity(
  database: Database,
  {
    senderUri,
    host,
    body,
    synchronization,
  }: Omit<WaitingActivity, 'id' | 'attempts' | 'receivedAt'>,
  now: Date,
): Promise<void> {
  const stored = await database.execute(sql`
    INSERT INTO federation_inbox (id, sender_uri, host, body, synchronization, due_at, received_at)
    SELECT ${newId()}::uuid, ${senderUri}, ${host}, ${body}, ${synchronization}, ${now}, ${now}
    WHERE (SELECT count(*) FROM federation_inbox waiting WHERE waiting.host = ${host}) < ${waitingMax}::int
      AND (SELECT count(*) FROM federation_inbox waiting
        WHERE waiting.sender_uri = ${senderUri}) < ${accountWaitingMax}::int`);
  if (stored === 0) throw new RateLimitedError({ retryAfterSeconds: retrySeconds });
}

/**
 * Takes waiting activities, at most `perHostMax` per host with those that are running. Hosts with fewer running
 * activities come first. The activities of an account are taken in order. One whose server is killed is taken again later.
 */
export function claimActivities(
  database: Database,
  now: Date,
  options: { limit: number; perHostMax: number; runningHosts: readonly string[] },
): Promise<WaitingActivity[]> {
  // As in `claimDeliveries`, the queue is never joined with itself.
  const candidates = sql`
    SELECT waiting.id FROM (
      SELECT id, row_number() OVER (PARTITION BY host ORDER BY id) + (SELECT count(*)
        FROM unnest(${options.runningHosts}::text[]) running (host) WHERE running.host = first.host) AS turn
      FROM (
        SELECT DISTINCT ON (sender_uri) id, host, due_at FROM federation_inbox ORDER BY sender_uri, id
      ) first
      WHERE due_at <= ${now}
    ) waiting
    WHERE waiting.turn <= ${options.perHostMax}::int
    ORDER BY waiting.turn, waiting.id LIMIT ${options.limit}::int`;
  return database.query<WaitingActivity>(sql`
    UPDATE federation_inbox SET attempts = attempts + 1,
      due_at = ${now}::timestamptz + make_interval(mins => ${processingMinutes}::int)
    WHERE id = ANY (ARRAY(
      SELECT id FROM federation_inbox WHERE id = ANY (ARRAY(${candidates})) AND due_at <= ${now}
      FOR UPDATE SKIP LOCKED))
    RETURNING id, sender_uri AS "senderUri", host, body, synchronization, attempts,
      received_at AS "receivedAt"`);
}

export async function removeActivity(database: Database, id: string): Promise<void> {
  await database.receivedActivity.deleteMany({ where: { id } });
}

export async function postponeActivity(database: Database, id: string, dueAt: Date): Promise<void> {
  await database.receivedActivity.updateMany({ where: { id }, data: { dueAt } });
}
