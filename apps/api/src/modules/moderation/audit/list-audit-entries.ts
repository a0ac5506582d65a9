import type { Database } from '@skein/db';
import type { Clock } from '../../../platform/clock.ts';
import { readIdPage } from '../../../platform/read-page.ts';
import type { PageQuery } from '../../../platform/read-page.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { CurrentSiteSettings } from '../../instance/index.ts';
import { readAuditEntries } from './audit.queries.ts';
import type { AuditFilter } from './audit.queries.ts';
import { deleteOldEntries } from './audit.repository.ts';

interface Dependencies {
  database: Database;
  clock: Clock;
  siteSettings: Pick<CurrentSiteSettings, 'current'>;
}

export function listAuditEntries(
  database: Database,
  { userId: viewerId }: Viewer,
  { actor, user, action, ...query }: PageQuery & AuditFilter,
) {
  return readIdPage(query, (range) =>
    readAuditEntries(database, { viewerId, filter: { actor, user, action } }, range),
  );
}

/** As the settings demand. Returns the number of deleted entries. */
export async function removeOldAuditEntries({
  database,
  clock,
  siteSettings,
}: Dependencies): Promise<number> {
  const { auditLogDays } = siteSettings.current();
  return auditLogDays === 0 ? 0 : deleteOldEntries(database, auditLogDays, clock.now());
}
