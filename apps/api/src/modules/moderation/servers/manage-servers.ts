import type { AdminServer, FederationMode, ServerEffect } from '@skein/contracts/moderation';
import type { Page } from '@skein/contracts/http';
import type { Database } from '@skein/db';
import { NotFoundError, ValidationError } from '../../../platform/errors.ts';
import { readTextPage } from '../../../platform/read-page.ts';
import type { PageQuery } from '../../../platform/read-page.ts';
import type { Actor } from '../../../platform/viewer.ts';
import type { FederationModule, ServerDecision, ServerFilter } from '../../federation/index.ts';
import { normalizeDomain } from '../../instance/index.ts';
import { recordAction } from '../audit/audit.repository.ts';

interface Dependencies {
  database: Database;
  /** Undefined without federation. */
  federation?: Pick<FederationModule, 'servers'> | undefined;
}

type Servers = FederationModule['servers'];

/** @throws NotFoundError without federation, like the others */
export async function listServers(
  deps: Dependencies,
  query: PageQuery & ServerFilter,
): Promise<Page<AdminServer>> {
  const servers = requireServers(deps);
  return readTextPage(query, {
    read: (range) => servers.list(query, range),
    getPosition: ({ domain }) => domain,
  });
}

/** @throws ValidationError */
export async function getServerEffect(deps: Dependencies, name: string): Promise<ServerEffect> {
  const servers = requireServers(deps);
  return servers.readEffect(requireDomain(servers, name));
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
  const servers = requireServers(deps);
  const domain = requireDomain(servers, name);
  const { policy, reason } = decision;
  await deps.database.$transaction(async (tx) => {
    const [before = null] = await servers.decideAll(tx, [{ domain, ...decision }]);
    await servers.endSuspended(tx);
    const details = { domain, before, policy, ...(reason !== undefined && { reason }) };
    await recordAction(tx, { actorId, action: 'change_server', details });
  });
  const server = await servers.find(domain);
  // Rows are never deleted.
  if (server === null) throw new NotFoundError('error.notFound');
  return server;
}

export async function getFederationMode(deps: Dependencies): Promise<FederationMode> {
  const servers = requireServers(deps);
  return {
    allowsOnlyListed: await servers.allowsOnlyListed(),
    undecided: await servers.readUndecided(),
  };
}

/** Applies the mode to the accounts of all servers. */
export async function updateFederationMode(
  deps: Dependencies,
  { userId: actorId }: Actor,
  allowsOnlyListed: boolean,
): Promise<FederationMode> {
  const servers = requireServers(deps);
  await deps.database.$transaction(async (tx) => {
    await servers.setMode(tx, allowsOnlyListed);
    await recordAction(tx, { actorId, action: 'change_settings', details: { allowsOnlyListed } });
  });
  return getFederationMode(deps);
}

export function requireServers({ federation }: Dependencies): Servers {
  if (federation === undefined) throw new NotFoundError('error.federationOff');
  return federation.servers;
}

/** Whether a decision about a domain would include this server. */
export function isOwnDomain({ ownDomains }: Pick<Servers, 'ownDomains'>, domain: string): boolean {
  return ownDomains.some((own) => own === domain || own.endsWith(`.${domain}`));
}

/** @throws ValidationError */
function requireDomain(servers: Servers, name: string): string {
  const domain = normalizeDomain(name);
  const isOwn = domain !== null && isOwnDomain(servers, domain);
  if (domain !== null && !isOwn) return domain;
  const message = isOwn ? 'error.serverOwn' : 'error.accessBlockDomain';
  throw new ValidationError([{ path: 'domain', message }]);
}
