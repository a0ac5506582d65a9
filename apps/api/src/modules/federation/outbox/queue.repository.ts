import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import type { FederationEventType } from '../../../domain/events/federation-event-type.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import { newId, offsetId } from '../../../platform/ids.ts';
import { keepOpenInboxes } from '../servers/server-policy.queries.ts';
import type { FederationEvent, PreparedActivity } from './federation-event.ts';

const { sql } = Prisma;

const eventsBatch = 100;
/** An account may have followers on many servers. */
const eventTimeoutMs = 60_000;
const perHostMax = 4;

/** The minutes from each attempt to the next: three days altogether. */
const retryMinutes = [1, 5, 15, 60, 180, 360, 720, 1440, 1440];
export const attemptsMax = retryMinutes.length + 1;

/** After this number of failures in a row, a server is paused with growing delays. */
const failuresMax = 5;
const pauseMinutes = [5, 15, 60, 180, 720];

export interface Delivery {
  id: string;
  activityId: string;
  actorId: string;
  inbox: string;
  host: string;
  attempts: number;
  body: string;
}

interface Preparing {
  prepare: (event: FederationEvent, tx: Transaction) => Promise<PreparedActivity | null>;
  /** Reports an event that was removed because of an error that would occur again. */
  onRemoved: (event: FederationEvent, error: unknown) => void;
}

/**
 * Turns events into activities and their deliveries, oldest first. Returns how many. Only one server may
 * call it at a time, so that the activities of an account keep their order. An event that cannot be turned is removed,
 * so that it does not block the others. In an outage, all stay.
 */
export async function enqueueActivities(
  database: Database,
  now: Date,
  { prepare, onRemoved }: Preparing,
): Promise<number> {
  const events = await database.query<FederationEvent>(sql`
    SELECT event.id, event.type, event.actor_id AS "actorId",
      coalesce(event.reference, '') AS reference,
      event.recipient_ids AS "recipientIds", remote.uri AS "objectUri",
      remote.inbox AS "objectInbox"
    FROM federation_events event LEFT JOIN remote_actors remote ON remote.user_id = event.object_id
    WHERE event.due_at IS NULL OR event.due_at <= ${now}
    ORDER BY event.id LIMIT ${eventsBatch}::int`);
  for (const event of events) {
    try {
      await database.$transaction(
        async (tx) => {
          if (!(await removeEvent(tx, event))) return;
          const prepared = await prepare(event, tx);
          if (prepared !== null) await insertDeliveries(tx, event, prepared, now);
        },
        { timeout: eventTimeoutMs },
      );
    } catch (error) {
      if (isOutage(error)) throw error;
      await removeEvent(database, event);
      onRemoved(event, error);
    }
  }
  return events.length;
}

/** Returns false if another server has removed it. */
async function removeEvent(
  database: Database | Transaction,
  { id }: FederationEvent,
): Promise<boolean> {
  const { count } = await database.federationEvent.deleteMany({ where: { id } });
  return count > 0;
}

async function insertDeliveries(
  tx: Transaction,
  { actorId }: FederationEvent,
  { activity, inboxes }: PreparedActivity,
  now: Date,
): Promise<void> {
  const activityId = newId();
  const openInboxes = await keepOpenInboxes(tx, inboxes);
  const rows = openInboxes.map((url, index) => ({ id: offsetId(activityId, index), url }));
  await tx.execute(sql`
    WITH activity AS (
      INSERT INTO federation_activities (id, body) SELECT ${activityId}::uuid, ${JSON.stringify(activity)}
      WHERE ${rows.length > 0}::boolean RETURNING id
    )
    INSERT INTO federation_queue (id, activity_id, actor_id, inbox, host, due_at)
    SELECT delivery.id, activity.id, ${actorId}::uuid, delivery.inbox, delivery.host, ${now}
    FROM activity, unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ url }) => url)}::text[],
      ${rows.map(({ url }) => new URL(url).host)}::text[]) delivery (id, inbox, host)`);
}

/**
 * Takes due deliveries, at most four per host with those that are running. Servers that failed last come after the
 * others. Until the outcome is stored, each delivery counts as failed and is sent again later. An account's activities
 * reach an inbox in order.
 *
 * One pass finds the first delivery of each account to each inbox. The queue is often empty when PostgreSQL collects
 * its statistics. Joins of the queue with itself then become nested loops over all its rows.
 */
export function claimDeliveries(
  database: Database,
  now: Date,
  { limit, runningHosts }: { limit: number; runningHosts: readonly string[] },
): Promise<Delivery[]> {
  const candidates = sql`
    SELECT waiting.id FROM (
      SELECT first.id, first.host, coalesce(server.failures, 0) > 0 AS "isFailing",
        row_number() OVER (PARTITION BY first.host ORDER BY first.id) AS turn
      FROM (
        SELECT DISTINCT ON (inbox, actor_id) id, host, due_at FROM federation_queue
        ORDER BY inbox, actor_id, id
      ) first LEFT JOIN servers server ON server.domain = first.host
      WHERE first.due_at <= ${now} AND (server.paused_until IS NULL OR server.paused_until <= ${now})
    ) waiting
    WHERE waiting.turn <= ${perHostMax}::int - (SELECT count(*)
      FROM unnest(${runningHosts}::text[]) running (host) WHERE running.host = waiting.host)
    ORDER BY waiting."isFailing", waiting.turn, waiting.id LIMIT ${limit}::int`;
  return database.query<Delivery>(sql`
    UPDATE federation_queue delivery SET attempts = delivery.attempts + 1,
      due_at = ${now}::timestamptz + make_interval(mins => ${nextDelay(sql`delivery.attempts`)})
    FROM federation_activities activity
    WHERE activity.id = delivery.activity_id AND delivery.id = ANY (ARRAY(
      SELECT id FROM federation_queue WHERE id = ANY (ARRAY(${candidates})) AND due_at <= ${now}
      FOR UPDATE SKIP LOCKED))
    RETURNING delivery.id, delivery.activity_id AS "activityId", delivery.actor_id AS "actorId",
      delivery.inbox, delivery.host, delivery.attempts, activity.body`);
}

export async function removeDelivery(
  database: Database,
  { id }: Pick<Delivery, 'id'>,
): Promise<void> {
  await database.federationDelivery.deleteMany({ where: { id } });
}

/** Removes the activities that have no more deliveries. Both are inserted by one statement. */
export async function removeDeliveredActivities(database: Database | Transaction): Promise<void> {
  await database.execute(sql`
    DELETE FROM federation_activities activity
    WHERE NOT EXISTS (SELECT FROM federation_queue WHERE activity_id = activity.id)`);
}

/** Removes a delivery that the server has accepted. */
export async function recordDelivered(
  database: Database,
  { id, host }: Pick<Delivery, 'id' | 'host'>,
  now: Date,
): Promise<void> {
  await database.execute(sql`
    WITH removed AS (DELETE FROM federation_queue WHERE id = ${id}::uuid) ${upsertResponse(host, now)}`);
}

/** The server has responded. */
export async function recordResponse(database: Database, domain: string, now: Date): Promise<void> {
  await database.execute(upsertResponse(domain, now));
}

function upsertResponse(domain: string, now: Date): Prisma.Sql {
  return sql`INSERT INTO servers (domain, last_success_at) VALUES (${domain}, ${now})
    ON CONFLICT (domain) DO UPDATE SET failures = 0, paused_until = NULL, last_success_at = ${now}`;
}

/** A failed attempt, also of other servers of the instance. Removes the delivery after the last one. */
export async function recordFailure(
  database: Database,
  delivery: Delivery,
  now: Date,
): Promise<void> {
  if (delivery.attempts >= attemptsMax) await removeDelivery(database, delivery);
  const step = sql`least(server.failures + 2 - ${failuresMax}::int, ${pauseMinutes.length}::int)`;
  await database.execute(sql`
    INSERT INTO servers AS server (domain, failures) VALUES (${delivery.host}, 1)
    ON CONFLICT (domain) DO UPDATE SET failures = server.failures + 1,
      paused_until = CASE WHEN server.failures + 1 >= ${failuresMax}::int
        THEN ${now}::timestamptz + make_interval(mins => (${pauseMinutes}::int[])[${step}]) END`);
}

/** The followers of an account in an inbox that no longer exists. */
export async function listLostFollowers(
  database: Database,
  { actorId, inbox }: Pick<Delivery, 'actorId' | 'inbox'>,
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(sql`
    SELECT follow.follower_id AS id FROM follows follow
      JOIN remote_actors remote ON remote.user_id = follow.follower_id
    WHERE follow.followee_id = ${actorId}::uuid AND remote.inbox = ${inbox}`);
  return rows.map(({ id }) => id);
}

/** Asks other servers to delete all accounts that they know. */
export async function enqueueDeletions(database: Database): Promise<void> {
  const rows = await database.actorKey.findMany({ select: { actorId: true } });
  const ids = rows.map(() => newId());
  await database.execute(sql`
    INSERT INTO federation_events (id, type, actor_id)
    SELECT event.id, ${'delete' satisfies FederationEventType}, event.actor_id
    FROM unnest(${ids}::uuid[], ${rows.map(({ actorId }) => actorId)}::uuid[]) event (id, actor_id)
    WHERE event.actor_id NOT IN (
      SELECT actor_id FROM federation_events WHERE type = ${'delete' satisfies FederationEventType})`);
}

export function countDeliveries(database: Database): Promise<number> {
  return database.federationDelivery.count();
}

function nextDelay(attempts: Prisma.Sql): Prisma.Sql {
  return sql`(${retryMinutes}::int[])[least(${attempts} + 1, ${retryMinutes.length}::int)]`;
}
