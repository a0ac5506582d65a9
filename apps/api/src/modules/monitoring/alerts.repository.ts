import type { Alert } from '@skein/contracts/moderation';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { dayMs } from '../../platform/clock.ts';

const { sql } = Prisma;

const jobPrefix = 'job:';
/** There is no use in an email about emails that fail. */
const unmailedAlert = 'email';

/** An alert about whose beginning or end administrators get an email. */
export interface MailedAlert {
  name: string;
  hasEnded: boolean;
}

export const toJobAlert = (job: string): string => `${jobPrefix}${job}`;

/** The kind of an alert, and the job that it is about. */
export function parseAlertName(name: string): Pick<Alert, 'kind' | 'job'> {
  if (name === 'disk' || name === 'email' || name === 'backup') return { kind: name, job: null };
  return { kind: 'job', job: name.slice(jobPrefix.length) };
}

/**
 * Begins and ends alerts so that exactly those with these names are open, and claims the emails about them: at
 * most one per day about the beginning of an alert, and one about its end if there was one.
 */
export async function updateAlerts(
  database: Database,
  names: readonly string[],
  now: Date,
): Promise<MailedAlert[]> {
  const dayAgo = new Date(now.getTime() - dayMs);
  await database.execute(sql`
    INSERT INTO alerts AS stored (name, started_at) SELECT name, ${now} FROM unnest(${names}::text[]) AS name
    ON CONFLICT (name) DO UPDATE SET started_at = excluded.started_at, ended_at = NULL
      WHERE stored.ended_at IS NOT NULL`);
  const ended = await database.query<MailedAlert>(sql`
    UPDATE alerts SET ended_at = ${now} WHERE ended_at IS NULL AND name <> ALL (${names}::text[])
    RETURNING name, emailed_at >= started_at AS "hasEnded"`);
  const begun = await database.query<MailedAlert>(sql`
    UPDATE alerts SET emailed_at = ${now}
    WHERE ended_at IS NULL AND name <> ${unmailedAlert}
      AND (emailed_at IS NULL OR (emailed_at < started_at AND emailed_at <= ${dayAgo}))
    RETURNING name, false AS "hasEnded"`);
  return [...ended.filter(({ hasEnded }) => hasEnded), ...begun];
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
  return database.query<Recipient>(sql`
    SELECT email, name, (SELECT locale FROM sessions WHERE user_id = users.id AND locale IS NOT NULL
      ORDER BY id DESC LIMIT 1) AS locale
    FROM users
    WHERE (role IN ('admin', 'owner') OR (email = ANY (${adminEmails}::text[]) AND email_proven_at IS NOT NULL))
      AND deleted_at IS NULL AND suspended_at IS NULL
    ORDER BY id`);
}
