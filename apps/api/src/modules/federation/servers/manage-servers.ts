import type { AdminServer, FederationMode, ServerEffect } from '@skein/contracts/moderation';
import type { Page } from '@skein/contracts/http';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import type { Clock } from '../../../platform/clock.ts';
import { NotFoundError, ValidationError } from '../../../platform/errors.ts';
import { readTextPage } from '../../../platform/read-page.ts';
import type { PageQuery } from '../../../platform/read-page.ts';
import type { Actor } from '../../../platform/viewer.ts';
import { normalizeBlockValue } from '../../instance/index.ts';
import { recordAction } from '../../moderation/index.ts';
import { applyPolicies, lockPolicies, selectAccounts } from './server-policy.queries.ts';
import {
  findServer,
  listServers as readServers,
  readEffect,
  readMode,
  readUndecided,
  removeDeliveries,
  saveDecision,
  saveMode,
} from './servers.repository.ts';
import type { ServerDecision, ServerFilter } from './servers.repository.ts';

const { sql } = Prisma;

interface Dependencies {
  database: Database;
  clock: Clock;
  /** The names of this server. */
  domains: readonly string[];
}

export function listServers(
  { database }: Dependencies,
  query: PageQuery & ServerFilter,
): Promise<Page<AdminServer>> {
  return readTextPage(query, {
    read: (range) => readServers(database, query, range),
    getPosition: ({ domain }) => domain,
  });
}

/** @throws ValidationError */
export async function getServerEffect(deps: Dependencies, domain: string): Promise<ServerEffect> {
  return readEffect(deps.database, requireDomain(deps, domain));
}

/**
 * Decides how to deal with a server and its subdomains, and applies it to their accounts.
 * @throws ValidationError for a name that is no domain, and for this server
 */
export async function updateServer(
  deps: Dependencies,
  { userId: actorId }: Actor,
  name: string,
  decision: ServerDecision,
): Promise<AdminServer> {
  const { database, clock } = deps;
  const domain = requireDomain(deps, name);
  const { policy, reason } = decision;
  await database.$transaction(async (tx) => {
    await lockPolicies(tx);
    const before = await saveDecision(tx, domain, decision, clock.now());
    if (before !== policy) {
      await applyPolicies(tx, selectAccounts(domain), clock.now());
      await removeDeliveries(tx);
    }
    const details = { domain, before, policy, ...(reason !== undefined && { reason }) };
    await recordAction(tx, { actorId, action: 'change_server', details });
  });
  const server = await findServer(database, domain);
  // Rows are never deleted.
  if (server === null) throw new NotFoundError('error.notFound');
  return server;
}

export async function getFederationMode({ database }: Dependencies): Promise<FederationMode> {
  return {
    allowsOnlyListed: await readMode(database),
    undecided: await readUndecided(database),
  };
}

/** Applies the mode to the accounts of all servers. */
export async function updateFederationMode(
  deps: Dependencies,
  { userId: actorId }: Actor,
  allowsOnlyListed: boolean,
): Promise<FederationMode> {
  const { database, clock } = deps;
  await database.$transaction(async (tx) => {
    await lockPolicies(tx);
    await saveMode(tx, allowsOnlyListed, clock.now());
    await applyPolicies(tx, sql`SELECT user_id FROM remote_actors`, clock.now());
    await removeDeliveries(tx);
    await recordAction(tx, { actorId, action: 'change_settings', details: { allowsOnlyListed } });
  });
  return getFederationMode(deps);
}

/** @throws ValidationError */
function requireDomain({ domains }: Dependencies, name: string): string {
  const domain = normalizeBlockValue('email_domain', name);
  const isOwn = domains.some((own) => own === domain || own.endsWith(`.${domain}`));
  if (domain !== null && !isOwn) return domain;
  const message = isOwn ? 'error.serverOwn' : 'error.accessBlockDomain';
  throw new ValidationError([{ path: 'domain', message }]);
}
