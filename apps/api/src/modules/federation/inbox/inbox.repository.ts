import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { newId } from '../../../platform/ids.ts';

const { sql } = Prisma;

/** While a server processes an activity, no other one takes it. */
const processingMinutes = 5;
/** Activities among which the next ones are chosen. */
const scannedMax = 1000;

export interface WaitingActivity {
  id: string;
  senderUri: string;
  host: string;
  body: string;
  synchronization: string | null;
  attempts: number;
}

export async function insertActivity(
  database: Database,
  activity: Omit<WaitingActivity, 'id' | 'attempts'>,
  now: Date,
): Promise<void> {
  const data = { id: newId(), ...activity, dueAt: now };
  await database.receivedActivity.create({ data, select: { id: true } });
}

/**
 * Takes waiting activities, at most `perHostMax` per host with those that are running. The activities of an account are
 * taken in order. One whose server is killed is taken again later.
 */
export function claimActivities(
  database: Database,
  now: Date,
  options: { limit: number; perHostMax: number; runningHosts: readonly string[] },
): Promise<WaitingActivity[]> {
  return database.query<WaitingActivity>(sql`
    UPDATE federation_inbox SET attempts = attempts + 1,
      due_at = ${now}::timestamptz + make_interval(mins => ${processingMinutes}::int)
    WHERE id IN (
      SELECT locked.id FROM (
        SELECT oldest.id, row_number() OVER (PARTITION BY oldest.host ORDER BY oldest.id) AS turn, oldest.host
        FROM (SELECT id, host, sender_uri, due_at FROM federation_inbox
          ORDER BY id LIMIT ${scannedMax}::int) oldest
        WHERE oldest.due_at <= ${now} AND NOT EXISTS (SELECT FROM federation_inbox earlier
          WHERE earlier.sender_uri = oldest.sender_uri AND earlier.id < oldest.id)
      ) waiting JOIN federation_inbox locked ON locked.id = waiting.id AND locked.due_at <= ${now}
      WHERE waiting.turn <= ${options.perHostMax}::int - (SELECT count(*)
        FROM unnest(${options.runningHosts}::text[]) running (host) WHERE running.host = waiting.host)
      ORDER BY waiting.turn, waiting.id LIMIT ${options.limit}::int
      FOR UPDATE OF locked SKIP LOCKED)
    RETURNING id, sender_uri AS "senderUri", host, body, synchronization, attempts`);
}

export async function removeActivity(database: Database, id: string): Promise<void> {
  await database.receivedActivity.deleteMany({ where: { id } });
}

export async function postponeActivity(database: Database, id: string, dueAt: Date): Promise<void> {
  await database.receivedActivity.updateMany({ where: { id }, data: { dueAt } });
}
