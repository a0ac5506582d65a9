import { ForbiddenError, NotFoundError } from '../../../platform/errors.ts';
import { toViewer } from '../../../platform/viewer.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { ThreadsModule } from '../../threads/index.ts';
import { createRefreshLoaders, refreshOnce } from '../http-client/load-document.ts';
import type { FetchDependencies } from '../http-client/load-document.ts';
import type { Loaders } from '../fedify.ts';
import { fetchThread, findThread, loadNote } from '../threads/fetch-threads.ts';
import type { ThreadFetching } from '../threads/fetch-threads.ts';
import { toAddress, toList, toObject } from '../json-values.ts';
import { fetchActor } from './fetch-actor.ts';
import type { StoredActor } from './remote-actors.repository.ts';
import { dayMs } from '../../../platform/clock.ts';

/** Servers may have sent updates while this one did not respond. */
const staleMs = 7 * dayMs;
/** The pinned thread of an account is fetched again after this time. */
const refreshMs = dayMs;
/** Other servers have several pinned threads. The first one that can be shown is. */
const examinedMax = 5;

interface Dependencies extends ThreadFetching {
  threads: ThreadFetching['threads'] & Pick<ThreadsModule, 'pin'>;
}

/** Fetches the pinned thread of an account of another server whose profile somebody opens. Nobody waits for it. */
export async function refreshFeatured(deps: Dependencies, userId: string): Promise<void> {
  const select = { uri: true, featured: true };
  const actor = await deps.database.remoteActor.findFirst({ where: { userId }, select });
  if (typeof actor?.featured !== 'string') return;
  const { uri, featured } = actor;
  await refreshOnce(deps, { key: `featured:${userId}`, lifetimeMs: refreshMs }, () =>
    pinFirst(deps, { userId, uri, featured }),
  );
}

async function pinFirst(
  deps: Dependencies,
  { userId, uri: actorUri, featured }: Record<'userId' | 'uri' | 'featured', string>,
): Promise<void> {
  const { host } = new URL(actorUri);
  const loaders = await createRefreshLoaders(deps, host);
  for (const uri of await listFeatured(featured, host, loaders)) {
    if (await pin(deps, uri, { actorUri, userId, loaders })) return;
  }
  await deps.database.pinnedThread.deleteMany({ where: { userId } });
}

/** The ids of the first threads in a collection, which must be on the host of its account. */
async function listFeatured(address: string, host: string, loaders: Loaders): Promise<string[]> {
  if (URL.parse(address)?.host !== host) return [];
  const { document, documentUrl } = await loaders.documentLoader(address);
  if (new URL(documentUrl).host !== host) return [];
  const { orderedItems, items } = toObject(document);
  const uris = toList(orderedItems ?? items).flatMap((item) => toAddress(item) ?? []);
  // A thread of another host cannot be pinned, and its server has not asked for the request.
  const ownUris = uris.filter((uri) => URL.parse(uri)?.host === host);
  return ownUris.slice(0, examinedMax);
}

/** Returns false for a thread that cannot be fetched or pinned: a reply, or one of another account. */
async function pin(
  deps: Dependencies,
  uri: string,
  { actorUri, userId, loaders }: { actorUri: string; userId: string; loaders: Loaders },
): Promise<boolean> {
  let threadId = await findThread(deps, uri);
  if (threadId === null) {
    const note = await loadNote(deps, uri, loaders);
    if (note?.authorUri !== actorUri || note.parentUri !== null) return false;
    threadId = await fetchThread(deps, uri, loaders);
  }
  if (threadId === null) return false;
  try {
    await deps.threads.pin(toViewer(userId), threadId);
    return true;
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof ForbiddenError) return false;
    throw error;
  }
}

const refreshingUris = new Set<string>();

/** Fetches an account again that has sent something, if it was not fetched for a week. */
export async function refreshIfStale(
  deps: FetchDependencies & { logger: Pick<Logger, 'warn'> },
  { uri, fetchedAt }: StoredActor,
  loaders: Loaders,
): Promise<void> {
  const { clock, logger } = deps;
  const isFresh = clock.now().getTime() - fetchedAt.getTime() < staleMs;
  if (isFresh || refreshingUris.has(uri)) return;
  refreshingUris.add(uri);
  try {
    await fetchActor(deps, uri, loaders);
  } catch (error) {
    logger.warn({ err: error, uri }, 'an account of another server could not be refreshed');
  } finally {
    refreshingUris.delete(uri);
  }
}
