import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { User } from '@skein/contracts/users';
import { userKey } from '../../../platform/rate-limits/rate-limits.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { selectUsers } from '../../users/index.ts';
import type { UsersModule } from '../../users/index.ts';
import { loadRemoteActor } from '../actors/fetch-actor.ts';
import { findActor, findActorByHandle, saveActor } from '../actors/remote-actors.repository.ts';
import type { StoredActor } from '../actors/remote-actors.repository.ts';
import { createLoaders } from '../delivery/load-document.ts';
import type { FetchDependencies } from '../delivery/load-document.ts';
import { findActorUri, parseHandle } from './web-finger.ts';

/** A search does not wait longer. The account is stored nevertheless, and found the next time. */
const waitMaxMs = 7000;
/** Older accounts are fetched again when someone searches for them. */
const freshMs = 24 * 60 * 60 * 1000;

export interface ResolveDependencies extends FetchDependencies {
  users: Pick<UsersModule, 'listUsers'>;
}

export type ResolveAccount = (viewer: Viewer, text: string) => Promise<User | null>;

/**
 * Finds an account of another server by its handle, such as `@ada@example.org`, or by its address. Null for
 * other texts, and if there is none.
 */
export function createResolver(deps: ResolveDependencies): ResolveAccount {
  // The search itself may read from a replica, which cannot store the account.
  const runOnPrimary = AsyncLocalStorage.snapshot();
  return (viewer, text) => runOnPrimary(() => resolve(deps, viewer, text));
}

async function resolve(
  deps: ResolveDependencies,
  viewer: Viewer,
  text: string,
): Promise<User | null> {
  const { database, clock, domains } = deps;
  const handle = parseHandle(text);
  const url = handle === null ? parseAddress(text) : null;
  const host = handle?.host ?? url?.host;
  if (host === undefined || domains.includes(host)) return null;
  const stored =
    handle === null
      ? await findActor(database, url?.href ?? '')
      : await findActorByHandle(database, `${handle.name}@${handle.host}`);
  if (stored !== null && isFresh(stored, clock.now())) return readUser(deps, viewer, stored.userId);
  const fetching = fetchAccount(deps, viewer, handle ?? url?.href ?? '');
  const userId = await Promise.race([fetching, sleep(waitMaxMs, null, { ref: false })]);
  const found = userId ?? stored?.userId;
  return found === undefined ? null : readUser(deps, viewer, found);
}

/** Null if the account does not exist, its server does not respond, or the user has searched for too many. */
async function fetchAccount(
  deps: ResolveDependencies,
  viewer: Viewer,
  target: string | NonNullable<ReturnType<typeof parseHandle>>,
): Promise<string | null> {
  try {
    await deps.rateLimiter.consume('federationLookups', userKey(viewer.userId));
    const loaders = createLoaders(deps);
    const uri =
      typeof target === 'string'
        ? readId(await loaders.documentLoader(target))
        : await findActorUri(deps, target);
    return await saveActor(
      deps.database,
      await loadRemoteActor(deps, uri, loaders),
      deps.clock.now(),
    );
  } catch {
    return null;
  }
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
