import { ForbiddenError, NotFoundError } from '../../../platform/errors.ts';
import type { ThreadsModule } from '../../threads/index.ts';
import { createRefreshLoaders } from '../delivery/load-document.ts';
import { storeValue } from '../delivery/values.repository.ts';
import type { Loaders } from '../fedify.ts';
import { toViewer } from '../../../platform/viewer.ts';
import { fetchThread, findThread, loadNote } from '../threads/fetch-threads.ts';
import type { ThreadFetching } from '../threads/fetch-threads.ts';
import { toAddress, toList, toObject } from '../json-values.ts';

const refreshDays = 1;
/** Other servers have several pinned threads. The first one that can be shown is. */
const examinedMax = 5;

interface Dependencies extends ThreadFetching {
  threads: ThreadFetching['threads'] & Pick<ThreadsModule, 'pin'>;
}

/** Fetches the pinned thread of an account of another server whose profile somebody opens. Nobody waits for it. */
export async function refreshFeatured(deps: Dependencies, userId: string): Promise<void> {
  const { database, clock } = deps;
  const select = { uri: true, featured: true };
  const actor = await database.remoteActor.findFirst({ where: { userId }, select });
  if (typeof actor?.featured !== 'string') return;
  const age = { now: clock.now(), days: refreshDays };
  if (!(await storeValue(database, `featured:${userId}`, true, age))) return;
  const { host } = new URL(actor.uri);
  const loaders = await createRefreshLoaders(deps, host);
  for (const uri of await listFeatured(actor.featured, host, loaders)) {
    if (await pin(deps, uri, { actorUri: actor.uri, userId, loaders })) return;
  }
  await database.pinnedThread.deleteMany({ where: { userId } });
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
