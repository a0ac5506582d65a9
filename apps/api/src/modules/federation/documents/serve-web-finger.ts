import type { Database } from '@skein/db';
import type { FederationSettings } from '../../../platform/config/federation-settings.ts';
import { findLocalActor } from '../actors/local-actors.queries.ts';
import { instanceActorId, instanceUsername } from '../../../domain/instance-actor.ts';
import type { Addresses } from '../identity/addresses.ts';
import { parseHandle } from '../discovery/web-finger.ts';

interface Dependencies {
  database: Database;
  addresses: Addresses;
  names: FederationSettings;
}

/** The response of WebFinger for a handle or an address of an account of this server; null if there is none. */
export async function findWebFinger(deps: Dependencies, resource: string): Promise<object | null> {
  const { database, addresses, names } = deps;
  const name = readName(deps, resource);
  if (name === null) return null;
  if (name === instanceUsername || name === instanceActorId) {
    return toResource(deps, { id: instanceActorId, username: instanceUsername });
  }
  const actor = await findLocalActor(database, name);
  if (actor === null) return null;
  const profile = addresses.profile(actor.username);
  const page = { rel: 'http://webfinger.net/rel/profile-page', type: 'text/html', href: profile };
  return toResource({ ...deps, names }, actor, { aliases: [profile], links: [page] });
}

function readName({ addresses, names }: Dependencies, resource: string): string | null {
  const handle = parseHandle(resource);
  if (handle !== null) {
    return [names.domain, names.handleDomain].includes(handle.host) ? handle.name : null;
  }
  const id = addresses.parseActor(resource);
  if (id !== null) return id;
  const url = URL.parse(resource);
  if (url?.origin !== addresses.origin) return null;
  return /^\/profile\/([^/]+)$/.exec(url.pathname)?.[1] ?? null;
}

function toResource(
  { addresses, names }: Dependencies,
  { id, username }: { id: string; username: string },
  { aliases = [], links = [] }: { aliases?: string[]; links?: object[] } = {},
): object {
  const href = addresses.actor(id);
  return {
    subject: `acct:${username}@${names.handleDomain}`,
    aliases: [...aliases, href],
    links: [...links, { rel: 'self', type: 'application/activity+json', href }],
  };
}
