import { locales } from '@skein/messages';
import type { Database } from '@skein/db';
import { dayMs } from '../../platform/clock.ts';
import type { Clock } from '../../platform/clock.ts';
import type { EmailModule } from '../../platform/email/index.ts';
import { t } from '../../platform/messages.ts';
import type { Locale } from '../../platform/messages.ts';
import type { CurrentSiteSettings } from '../instance/index.ts';
import { listRecipients, parseAlertName, toJobAlert, updateAlerts } from './alerts.repository.ts';
import type { MailedAlert } from './alerts.repository.ts';
import {
  backupRunName,
  emailRunName,
  findBackupStart,
  listFailing,
} from './job-runs.repository.ts';

/** One failure can be an accident, such as a restart of the database. */
const failuresMin = 3;
const freeShareMin = 0.1;

export interface AlertDependencies {
  database: Database;
  clock: Clock;
  emailSender: Pick<EmailModule, 'send'>;
  siteSettings: CurrentSiteSettings;
  publicUrl: URL;
  adminEmails: readonly string[];
  /** Undefined: the age of backups is not checked. */
  backupMaxAgeDays: number | undefined;
  readDisk: () => Promise<{ freeBytes: number; totalBytes: number }>;
}

/** Begins and ends alerts, and sends administrators one email about all of them. For one server. */
export async function checkAlerts(dependencies: AlertDependencies): Promise<void> {
  const { database, clock } = dependencies;
  const now = clock.now();
  const mailed = await updateAlerts(database, await listConditions(dependencies, now), now);
  if (mailed.length === 0) return;
  for (const recipient of await listRecipients(database, dependencies.adminEmails)) {
    const locale = locales.find((each) => each === recipient.locale) ?? 'en';
    const { name: instance } = dependencies.siteSettings.current();
    dependencies.emailSender.send({
      to: recipient.email,
      subject: t(locale, 'email.alerts.subject', { instance }),
      text: t(locale, 'email.alerts.text', {
        name: recipient.name,
        alerts: mailed.map((alert) => `- ${describe(locale, alert)}`).join('\n'),
        link: new URL('/admin/usage', dependencies.publicUrl).href,
      }),
    });
  }
}

async function listConditions(dependencies: AlertDependencies, now: Date): Promise<string[]> {
  const { database, readDisk, backupMaxAgeDays } = dependencies;
  const [disk, failing, backupAt] = await Promise.all([
    readDisk(),
    listFailing(database, failuresMin, new Date(now.getTime() - dayMs)),
    backupMaxAgeDays === undefined ? null : findBackupStart(database),
  ]);
  const backupAgeMs = backupAt === null ? 0 : now.getTime() - backupAt.getTime();
  const isJob = (name: string) => name !== emailRunName && name !== backupRunName;
  return [
    ...(disk.freeBytes < freeShareMin * disk.totalBytes ? ['disk'] : []),
    ...(failing.includes(emailRunName) ? ['email'] : []),
    ...(backupAgeMs > (backupMaxAgeDays ?? Infinity) * dayMs ? ['backup'] : []),
    ...failing.filter(isJob).map(toJobAlert),
  ];
}

function describe(locale: Locale, { name, hasEnded }: MailedAlert): string {
  const { kind, job } = parseAlertName(name);
  const text = t(locale, `email.alerts.${kind}`, { job: job ?? '' });
  return hasEnded ? t(locale, 'email.alerts.ended', { alert: text }) : text;
}
