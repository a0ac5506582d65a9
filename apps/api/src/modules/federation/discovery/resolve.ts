import { setTimeout as sleep } from 'node:timers/promises';
import type { User } from '@skein/contracts/users';
import { RateLimitedError } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/logger.ts';
import { userKey } from '../../../platform/rate-limits/rate-limits.ts';
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
import { findActorUri, parseHandle } from './web-finger.ts';
import { dayMs } from '../../../platform/clock.ts';

/** A search does not wait longer. What it looks up is stored nevertheless, and found the next time. */
const waitMaxMs = 7000;
/** A thread is not published later because of unknown mentions. They are found the next time. */
const mentionsWaitMaxMs = 3000;
/** Older accounts are fetched again when someone searches for them. */
const freshMs = dayMs;

export interface ResolveDependencies extends FetchDependencies {
  logger: Pick<Logger, 'info'>;
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
    : await waitForAWhile(lookUp(deps, viewer, target, () => loadAccount(deps, target)));
  const userId = fetched ?? stored?.userId;
  return userId === undefined ? null : readUser(deps, viewer, userId);
}

function findStored({ database }: ResolveDependencies, target: Target) {
  return target instanceof URL
    ? findActor(database, target.href)
    : findActorByHandle(database, `${target.name}@${target.host}`);
}

/** Null if it takes too long. It continues nevertheless. */
function waitForAWhile(lookup: Promise<string | null>): Promise<string | null> {
  return Promise.race([lookup, sleep(waitMaxMs, null, { ref: false })]);
}

/** Null if there is no such object, its server does not respond, or the user has looked too many up. */
async function lookUp(
  deps: ResolveDependencies,
  viewer: Viewer,
  { host }: { host: string },
  load: () => Promise<string | null>,
): Promise<string | null> {
  try {
    await deps.rateLimiter.consume('federationLookups', userKey(viewer.userId));
    return await load();
  } catch (error) {
    if (!(error instanceof RateLimitedError)) {
      deps.logger.info({ host, err: error }, 'an account or thread could not be looked up');
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
  return waitForAWhile(lookUp(deps, viewer, url, () => loadThread(deps, url)));
}

/** Null if it is no thread for everyone. */
async function loadThread(deps: ThreadFetching, url: URL): Promise<string | null> {
  const loaders = createLoaders(deps);
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
      ? [lookUp(deps, viewer, target, () => loadAccount(deps, target))]
      : [];
  });
  await Promise.race([Promise.all(lookups), sleep(mentionsWaitMaxMs, undefined, { ref: false })]);
}
