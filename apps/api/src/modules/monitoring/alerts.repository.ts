import type { Alert } from '@skein/contracts/moderation';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';

const jobPrefix = 'job:';

/** An alert that has begun or ended. */
export interface ChangedAlert {
  name: string;
  hasEnded: boolean;
  /** When an email about its beginning was sent, if ever. */
  emailedAt: Date | null;
  startedAt: Date;
}

export const toJobAlert = (job: string): string => `${jobPrefix}${job}`;

/** The kind of an alert, and the job that it is about. */
export function parseAlertName(name: string): Pick<Alert, 'kind' | 'job'> {
  if (name === 'disk' || name === 'email' || name === 'backup') return { kind: name, job: null };
  return { kind: 'job', job: name.slice(jobPrefix.length) };
}

/** Begins and ends alerts so that exactly those with these names are open. */
export async function updateAlerts(
  database: Database,
  names: readonly string[],
  now: Date,
): Promise<ChangedAlert[]> {
  const columns = Prisma.sql`name, ended_at IS NOT NULL AS "hasEnded", emailed_at AS "emailedAt",
    started_at AS "startedAt"`;
  const begun = await database.$queryRaw<ChangedAlert[]>`
    INSERT INTO alerts AS stored (name, started_at) SELECT name, ${now} FROM unnest(${names}::text[]) AS name
    ON CONFLICT (name) DO UPDATE SET started_at = excluded.started_at, ended_at = NULL
      WHERE stored.ended_at IS NOT NULL
    RETURNING ${columns}`;
  const ended = await database.$queryRaw<ChangedAlert[]>`
    UPDATE alerts SET ended_at = ${now} WHERE ended_at IS NULL AND name <> ALL (${names}::text[])
    RETURNING ${columns}`;
  return [...begun, ...ended];
}

export async function setEmailed(database: Database, names: string[], now: Date): Promise<void> {
  await database.alert.updateMany({ where: { name: { in: names } }, data: { emailedAt: now } });
}

export async function listOpenAlerts(database: Database): Promise<Alert[]> {
  const rows = await database.alert.findMany({
    where: { endedAt: null },
    orderBy: [{ startedAt: 'asc' }, { name: 'asc' }],
  });
  return rows.map(({ name, startedAt }) => ({
    ...parseAlertName(name),
    since: startedAt.toISOString(),
  }));
}

export interface Recipient {
  email: string;
  name: string;
  locale: string | null;
}

/** Active administrators and owners, with the language of their latest session. */
export function listRecipients(
  database: Database,
  adminEmails: readonly string[],
): Promise<Recipient[]> {
  return database.$queryRaw<Recipient[]>`
    SELECT email, name, (SELECT locale FROM sessions WHERE user_id = users.id AND locale IS NOT NULL
      ORDER BY id DESC LIMIT 1) AS locale
    FROM users
    WHERE (role IN ('admin', 'owner') OR (email = ANY (${adminEmails}::text[]) AND email_proven_at IS NOT NULL))
      AND deleted_at IS NULL AND suspended_at IS NULL
    ORDER BY id`;
}
