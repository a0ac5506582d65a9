import type { QueryClient } from '@tanstack/react-query';
import { t } from '../../../i18n/index.ts';
import { getSessionUser } from '../../../lib/session/index.ts';
import { pendingPostsKey, removeItem, writeItem } from '../../../lib/storage.ts';
import { toast } from '../../../lib/toast.ts';
import { onLiveState } from '../../../realtime/index.ts';
import type { ComposerState } from '../editor/composer-reducer.ts';
import { pendingDatabase } from './pending-database.ts';
import type { PendingPost } from './pending-post.ts';
import { bytesMax, postsMax } from './pending-post.ts';
import { createPendingQueue } from './pending-queue.ts';
import type { PendingQueue, PostLock } from './pending-queue.ts';
import { pendingPosts, sendingPost } from './pending-store.ts';
import { sendPending } from './send-pending.ts';

const retryDelayMs = { first: 15_000, max: 300_000 };

/** A change of the queue that other tabs show. */
type Change = { kind: 'posts' } | { kind: 'sending'; id: string | null };

interface Service {
  client: QueryClient;
  queue: PendingQueue;
  /** Sends the posts that wait, and tries again until it succeeds. */
  send: () => void;
  /** Sends them after a delay. */
  sendLater: () => void;
  stop: () => void;
}

let service: Service | null = null;
const locks = new Map<string, PostLock>();

/** Sends and shows the pending posts of the signed-in user. */
export function startPending(client: QueryClient): void {
  ensureService(client).send();
}

/** Stores a post whose request got no response. Returns false if the device cannot store it. */
export async function storePost(
  client: QueryClient,
  post: Omit<PendingPost, 'id' | 'userId' | 'createdAtMs' | 'rejection'>,
): Promise<boolean> {
  const userId = getSessionUser()?.id;
  if (userId === undefined) return false;
  const { queue, sendLater } = ensureService(client);
  const added = { id: crypto.randomUUID(), userId, createdAtMs: Date.now(), rejection: null };
  try {
    if (!(await queue.add({ ...post, ...added }))) return false;
  } catch {
    // The browser has no space, or forbids IndexedDB.
    return false;
  }
  // Asks the browser not to delete the posts when it frees space.
  if ('storage' in navigator) navigator.storage.persist().catch(() => undefined);
  toast.info(t('pending.storedTitle'), t('pending.storedText'), { key: 'composer' });
  sendLater();
  return true;
}

/** Keeps a post from being sent while it is edited. Returns a function to end this. */
export function lockPost(id: string): () => void {
  const lock = service?.queue.lock(id);
  if (!lock) return () => undefined;
  locks.set(id, lock);
  return () => {
    if (!locks.delete(id)) return;
    lock.release();
    service?.send();
  };
}

/** Replaces the content of a post that is being edited. Throws if this is not possible. */
export async function replacePost(id: string, state: ComposerState, key: string): Promise<void> {
  await locks.get(id)?.acquired;
  const result = (await service?.queue.replace(id, state, key)) ?? 'sent';
  if (result === 'replaced') return;
  const limits = { count: postsMax, megabytes: bytesMax / 1024 / 1024 };
  if (result === 'full') toast.error(t('pending.fullTitle'), t('pending.full', limits));
  else toast.error(t('pending.alreadySent'));
  throw new Error(`The pending post could not be changed: ${result}`);
}

/** Sends a post again that was rejected or may be published, or all that wait. */
export async function retryPost(id: string): Promise<void> {
  await service?.queue.retry(id);
  service?.send();
}

export async function deletePost(id: string): Promise<void> {
  if ((await service?.queue.remove(id)) === false) toast.info(t('pending.beingSent'));
}

/** Deletes all pending posts of the signed-in user, who signs out. */
export async function deleteAllPosts(client: QueryClient): Promise<void> {
  const { queue, stop } = ensureService(client);
  await queue.removeAll();
  stop();
}

function ensureService(client: QueryClient): Service {
  if (service?.client === client) return service;
  service?.stop();
  service = createService(client, getSessionUser()?.id ?? '');
  return service;
}

function createService(client: QueryClient, userId: string): Service {
  const channel = openChannel(`pending-posts:${userId}`);
  const report = (change: Change) => channel?.postMessage(change);
  const refresh = () => void showPosts(userId, queue);
  const queue = createPendingQueue(userId, {
    database: pendingDatabase,
    send: (post, update) => sendPending(client, post, update),
    isSignedIn: () => getSessionUser()?.id === userId,
    onChange: () => {
      refresh();
      report({ kind: 'posts' });
    },
    onSending: (id) => {
      sendingPost.set(id);
      report({ kind: 'sending', id });
    },
    now: Date.now,
  });
  channel?.addEventListener('message', ({ data }: MessageEvent<Change>) => {
    if (data.kind === 'sending') sendingPost.set(data.id);
    else refresh();
  });
  refresh();
  const { send, sendLater, stop } = createSender(queue);
  return {
    client,
    queue,
    send,
    sendLater,
    stop: () => {
      stop();
      channel?.close();
      pendingPosts.set([]);
      service = null;
    },
  };
}

const openChannel = (name: string) =>
  'BroadcastChannel' in window ? new BroadcastChannel(name) : null;

async function showPosts(userId: string, { list }: PendingQueue): Promise<void> {
  // If the database cannot be read, posts may still be waiting.
  const posts = await list().catch(() => null);
  if (posts === null) return;
  if (posts.length > 0) writeItem(pendingPostsKey(userId), 'true');
  else removeItem(pendingPostsKey(userId));
  if (getSessionUser()?.id === userId) pendingPosts.set(posts);
}

/** Sends when the connection returns, and from time to time. */
function createSender({ sendAll }: PendingQueue) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delayMs = retryDelayMs.first;
  let isRunning = false;
  // A counter, so that a request during `sendAll` is noticed.
  let requests = 0;

  const sendLater = () => {
    clearTimeout(timer);
    timer = setTimeout(send, delayMs * (0.75 + Math.random() / 2));
    delayMs = Math.min(delayMs * 2, retryDelayMs.max);
  };
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    let handled: number;
    do {
      handled = requests;
      // While the browser is offline, no request can reach the server.
      const isDone = navigator.onLine && (await sendAll().catch(() => false));
      if (isDone) delayMs = retryDelayMs.first;
      else sendLater();
    } while (handled !== requests);
    isRunning = false;
  };
  function send() {
    clearTimeout(timer);
    requests += 1;
    void run();
  }
  const onOnline = () => {
    delayMs = retryDelayMs.first;
    send();
  };
  window.addEventListener('online', onOnline);
  const stopWatching = onLiveState((state) => state === 'open' && onOnline());
  return {
    send,
    sendLater,
    stop: () => {
      clearTimeout(timer);
      window.removeEventListener('online', onOnline);
      stopWatching();
    },
  };
}
