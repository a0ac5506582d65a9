import { setTimeout as sleep } from 'node:timers/promises';
import type { User } from '@skein/contracts/users';
import { RateLimitedError } from '../../../platform/errors.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import type { Logger } from '../../../platform/logger.ts';
import { userKey } from '../../../platform/rate-limits/rate-limits.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { selectUsers } from '../../users/index.ts';
import type { UsersModule } from '../../users/index.ts';
import { fetchActor } from '../actors/fetch-actor.ts';
import { findVisibleId } from '../actors/local-actors.queries.ts';
import { findActor, findActorByHandle } from '../actors/remote-actors.repository.ts';
import type { StoredActor } from '../actors/remote-actors.repository.ts';
import { createLoaders } from '../delivery/load-document.ts';
import type { FetchDependencies } from '../delivery/load-document.ts';
import { requireOpenServer } from '../servers/server-policy.queries.ts';
import { findActorUri, parseHandle } from './web-finger.ts';

/** A search does not wait longer. What it looks up is stored nevertheless, and found the next time. */
const waitMaxMs = 7000;
/** Older accounts are fetched again when someone searches for them. */
const freshMs = 24 * 60 * 60 * 1000;

export interface ResolveDependencies extends FetchDependencies {
  logger: Pick<Logger, 'info'>;
  users: Pick<UsersModule, 'listUsers'>;
}

/** The handle or the address of an account. */
export type Target = URL | NonNullable<ReturnType<typeof parseHandle>>;

export interface ResolveOptions {
  /** False finds only what is stored. */
  fetches?: boolean;
}

/**
 * Finds an account of another server by its handle, such as `@ada@example.org`, or by its address. Null for
 * other texts, and if there is none.
 * @throws ForbiddenError for a suspended server
 */
export async function resolveAccount(
  deps: ResolveDependencies,
  viewer: Viewer,
  text: string,
  { fetches = true }: ResolveOptions = {},
): Promise<User | null> {
  const target = parseHandle(text) ?? parseAddress(text);
  if (target === null) return null;
  if (deps.domains.includes(target.host)) return findLocal(deps, viewer, target);
  await requireOpenServer(deps.database, target.host);
  const stored = await findStored(deps, target);
  const isCurrent = !fetches || (stored !== null && isFresh(stored, deps.clock.now()));
  const fetched = isCurrent ? null : await waitForAWhile(fetchAccount(deps, viewer, target));
  const userId = fetched ?? stored?.userId;
  return userId === undefined ? null : readUser(deps, viewer, userId);
}

function findStored({ database }: ResolveDependencies, target: Target) {
  return target instanceof URL
    ? findActor(database, target.href)
    : findActorByHandle(database, `${target.name}@${target.host}`);
}

/** Null if it takes too long. It continues nevertheless. */
export function waitForAWhile(lookup: Promise<string | null>): Promise<string | null> {
  return Promise.race([lookup, sleep(waitMaxMs, null, { ref: false })]);
}

/** Null if the account does not exist, its server does not respond, or the user has searched for too many. */
export async function fetchAccount(
  deps: ResolveDependencies,
  viewer: Viewer,
  target: Target,
): Promise<string | null> {
  try {
    await deps.rateLimiter.consume('federationLookups', userKey(viewer.userId));
    return await loadAccount(deps, target);
  } catch (error) {
    if (!(error instanceof RateLimitedError)) {
      deps.logger.info({ host: target.host, err: error }, 'an account could not be looked up');
    }
    return null;
  }
}

/** Fetches and stores an account. Returns the id of its user. */
export async function loadAccount(deps: ResolveDependencies, target: Target): Promise<string> {
  const loaders = createLoaders(deps);
  const uri =
    target instanceof URL
      ? readId(await loaders.documentLoader(target.href))
      : await findActorUri(deps, target);
  return fetchActor(deps, uri, loaders);
}

/**
 * Finds an unknown account of an import.
 * @throws RateLimitedError if the import has looked too many up, and must wait
 */
export async function lookUpAccount(
  deps: ResolveDependencies,
  viewer: Viewer,
  handle: string,
): Promise<string | null> {
  const target = parseHandle(handle);
  if (target === null || deps.domains.includes(target.host)) return null;
  // Searches of the user still work meanwhile.
  await deps.rateLimiter.consume('federationLookups', `import:${viewer.userId}`);
  return loadAccount(deps, target).catch((error: unknown) => {
    if (isOutage(error)) throw error;
    return null;
  });
}

/** An account of this server by its whole handle or its address. */
async function findLocal(
  deps: ResolveDependencies,
  viewer: Viewer,
  target: Target,
): Promise<User | null> {
  const name =
    target instanceof URL
      ? (deps.addresses.parseActor(target.href) ??
        /^\/profile\/([^/]+)$/.exec(target.pathname)?.[1])
      : target.name;
  const id = name === undefined ? null : await findVisibleId(deps.database, viewer, name);
  return id === null ? null : readUser(deps, viewer, id);
}

export function readId({ document }: { document: unknown }): string {
  const { id } = document as { id?: unknown };
  if (typeof id !== 'string') throw new Error('The document has no id.');
  return id;
}

async function readUser(
  { users }: ResolveDependencies,
  viewer: Viewer,
  userId: string,
): Promise<User | null> {
  const [listed] = await users.listUsers(viewer, selectUsers([userId]));
  return listed?.user ?? null;
}

function isFresh({ fetchedAt }: StoredActor, now: Date): boolean {
  return now.getTime() - fetchedAt.getTime() < freshMs;
}

export function parseAddress(text: string): URL | null {
  const url = URL.parse(text.trim());
  return url?.protocol === 'https:' ? url : null;
}
