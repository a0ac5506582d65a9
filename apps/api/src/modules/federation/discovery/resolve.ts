import { setTimeout as sleep } from 'node:timers/promises';
import type { User } from '@skein/contracts/users';
import type { Viewer } from '../../../platform/viewer.ts';
import { selectUsers } from '../../users/index.ts';
import type { UsersModule } from '../../users/index.ts';
import { fetchActor } from '../actors/fetch-actor.ts';
import { findVisibleId } from '../actors/local-actors.queries.ts';
import { findActor, findActorByHandle } from '../actors/remote-actors.repository.ts';
import type { StoredActor } from '../actors/remote-actors.repository.ts';
import { createLoaders, ignoreForeignFailure } from '../http-client/load-document.ts';
import type { FetchDependencies } from '../http-client/load-document.ts';
import { requireOpenServer } from '../servers/server-policy.queries.ts';
import { fetchThread, findThread } from '../threads/fetch-threads.ts';
import type { ThreadFetching } from '../threads/fetch-threads.ts';
import { lookUp } from './look-up.ts';
import type { LookupDependencies } from './look-up.ts';
import { findActorUri, parseHandle } from './web-finger.ts';
import { dayMs } from '../../../platform/clock.ts';

/** The time for all documents of a lookup. The web client repeats a search for so long. */
const lookupMaxMs = 20_000;
/** A thread is not published later because of unknown mentions. They are found the next time. */
const mentionsWaitMaxMs = 3000;
/** Older accounts are fetched again when someone searches for them. */
const freshMs = dayMs;

export interface ResolveDependencies extends FetchDependencies, LookupDependencies {
  users: Pick<UsersModule, 'listUsers'>;
}

/** The handle or the address of an account. */
type Target = URL | NonNullable<ReturnType<typeof parseHandle>>;

export interface ResolveOptions {
  /** False finds only what is stored. */
  fetches?: boolean;
}

/**
 * Finds an account of another server by its handle, such as `@ada@example.org`, or by its address. Null for
 * other texts, and if there is none.
 * @throws ForbiddenError for a suspended server
 * @throws UnavailableError, NotFoundError, RateLimitedError for an unknown account, as `lookUp` does
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
  const fetched = isCurrent
    ? null
    : await lookUpTarget(deps, viewer, target).catch((error: unknown) => {
        if (stored === null) throw error;
        return null;
      });
  const userId = fetched ?? stored?.userId;
  return userId === undefined ? null : readUser(deps, viewer, userId);
}

function findStored({ database }: ResolveDependencies, target: Target) {
  return target instanceof URL
    ? findActor(database, target.href)
    : findActorByHandle(database, `${target.name}@${target.host}`);
}

function lookUpTarget(deps: ResolveDependencies, viewer: Viewer, target: Target) {
  const { host } = target;
  const name = target instanceof URL ? target.href : `${target.name}@${host}`;
  const load = () => loadAccount(deps, target);
  return lookUp(deps, viewer, { key: `account:${name}`, host, load });
}

/** Fetches and stores an account. Returns the id of its user. */
export async function loadAccount(deps: ResolveDependencies, target: Target): Promise<string> {
  const loaders = createLookupLoaders(deps);
  const uri =
    target instanceof URL
      ? readId(await loaders.documentLoader(target.href))
      : await findActorUri(deps, target, loaders);
  return fetchActor(deps, uri, loaders);
}

const createLookupLoaders = (deps: FetchDependencies) =>
  createLoaders(deps, undefined, AbortSignal.timeout(lookupMaxMs));

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
  return ignoreForeignFailure(loadAccount(deps, target));
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

function readId({ document }: { document: unknown }): string {
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

function parseAddress(text: string): URL | null {
  const url = URL.parse(text.trim());
  return url?.protocol === 'https:' ? url : null;
}

/**
 * Finds a thread of another server by the address of its document or page, and stores it. Returns its id; null for
 * other texts, and if there is none.
 * @throws ForbiddenError for a suspended server
 * @throws UnavailableError, NotFoundError, RateLimitedError for an unknown thread, as `lookUp` does
 */
export async function resolveThread(
  deps: ResolveDependencies & ThreadFetching,
  viewer: Viewer,
  text: string,
  { fetches = true }: ResolveOptions = {},
): Promise<string | null> {
  const url = parseAddress(text);
  if (url === null) return null;
  const storedId = await findThread(deps, url.href);
  if (storedId !== null || !fetches || deps.domains.includes(url.host)) return storedId;
  await requireOpenServer(deps.database, url.host);
  const load = () => loadThread(deps, url);
  return lookUp(deps, viewer, { key: `thread:${url.href}`, host: url.host, load });
}

/** Null if it is no thread for everyone. */
async function loadThread(deps: ThreadFetching, url: URL): Promise<string | null> {
  const loaders = createLookupLoaders(deps);
  // The address of its page leads to the document with its id.
  const uri = readId(await loaders.documentLoader(url.href));
  return (await findThread(deps, uri)) ?? (await fetchThread(deps, uri, loaders));
}

/** Finds unknown accounts of other servers that a user mentions. They count as searches of the user. */
export async function lookUpMentions(
  deps: ResolveDependencies,
  viewer: Viewer,
  usernames: readonly string[],
): Promise<void> {
  const handles = usernames.filter((username) => parseHandle(username) !== null);
  if (handles.length === 0) return;
  const users = await deps.database.user.findMany({
    where: { username: { in: handles } },
    select: { username: true },
  });
  const knownHandles = new Set(users.map(({ username }) => username));
  const lookups = handles.flatMap((handle) => {
    const target = parseHandle(handle);
    const isOther = target !== null && !deps.domains.includes(target.host);
    return isOther && !knownHandles.has(handle)
      ? [lookUpTarget(deps, viewer, target).catch(() => null)]
      : [];
  });
  await Promise.race([Promise.all(lookups), sleep(mentionsWaitMaxMs, undefined, { ref: false })]);
}
