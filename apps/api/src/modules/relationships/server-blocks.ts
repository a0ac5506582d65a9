import { blockedServersMax } from '@skein/contracts/limits';
import type { BlockedServer } from '@skein/contracts/relationships';
import type { Database } from '@skein/db';
import { withValues } from '@skein/messages';
import type { FederationSettings } from '../../platform/config/federation-settings.ts';
import { enqueueServerBlock } from '../../domain/events/quote-writer.queries.ts';
import { publishNotificationChanges } from '../../domain/events/publish-notification-changes.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { normalizeDomain } from '../instance/index.ts';
import { lockAccounts } from '../users/index.ts';
import { endRemoteFollows } from './end-remote-follows.ts';
import type { RelationDependencies } from './follows.repository.ts';

interface Dependencies extends RelationDependencies {
  /** Undefined without federation. */
  federation: FederationSettings | undefined;
}

/** The servers whose accounts are hidden from the viewer, by domain. */
export async function listBlockedServers(
  database: Database,
  { userId }: Viewer,
): Promise<BlockedServer[]> {
  const rows = await database.serverBlock.findMany({
    where: { userId },
    select: { domain: true, createdAt: true },
    orderBy: { domain: 'asc' },
  });
  return rows.map(({ domain, createdAt }) => ({ domain, createdAt: createdAt.toISOString() }));
}

/**
 * Hides the accounts of a server from the viewer, and ends the follows between them. Subdomains are other servers.
 * @throws ValidationError for a name that is no domain of another server; ConflictError beyond the limit
 */
export async function blockServer(
  deps: Dependencies,
  viewer: Viewer,
  name: string,
): Promise<{ domain: string }> {
  const { database, bus } = deps;
  const { userId } = viewer;
  const domain = requireOtherDomain(deps, name);
  await database.$transaction(async (tx) => {
    // Follows lock the account, too, so that each either sees the block or is ended below.
    await lockAccounts(tx, [userId]);
    const others = { userId, domain: { not: domain } };
    if ((await tx.serverBlock.count({ where: others })) >= blockedServersMax) {
      const values = { max: blockedServersMax };
      throw new ConflictError('conflict', withValues('error.blockedServersMax', values));
    }
    await tx.serverBlock.createMany({ data: [{ userId, domain }], skipDuplicates: true });
    await enqueueServerBlock(tx, userId, domain);
  });
  publishNotificationChanges(bus, [userId]);
  await endRemoteFollows(deps, viewer, domain);
  return { domain };
}

/** @throws NotFoundError if the viewer has not blocked the server */
export async function unblockServer(
  { database, bus }: Dependencies,
  { userId }: Viewer,
  name: string,
): Promise<void> {
  const domain = normalizeDomain(name) ?? '';
  const { count } = await database.serverBlock.deleteMany({ where: { userId, domain } });
  if (count === 0) throw new NotFoundError('error.blockedServerNotFound');
  publishNotificationChanges(bus, [userId]);
}

function requireOtherDomain({ federation }: Dependencies, name: string): string {
  const invalid = (
    message: 'error.app.domainBlock' | 'error.serverOwn' | 'error.accessBlockDomain',
  ) => new ValidationError([{ path: 'domain', message }]);
  if (federation === undefined) throw invalid('error.app.domainBlock');
  const domain = normalizeDomain(name);
  if (domain === null) throw invalid('error.accessBlockDomain');
  if (domain === federation.domain || domain === federation.handleDomain) {
    throw invalid('error.serverOwn');
  }
  return domain;
}
