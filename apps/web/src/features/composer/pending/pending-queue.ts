import type { ComposerState } from '../editor/composer-reducer.ts';
import { ApiError } from '../../../api/index.ts';
import { withLock } from './lock.ts';
import type { PendingDatabase } from './pending-database.ts';
import { canAdd, isExpired, isTemporary, isWaiting } from './pending-post.ts';
import type { PendingPost } from './pending-post.ts';

interface Dependencies {
  database: PendingDatabase;
  /** Sends a post. Resolves with a function that shows the result. */
  send: (post: PendingPost) => Promise<() => void>;
  /** Whether the user of the queue is still signed in. */
  isSignedIn: () => boolean;
  onChange: () => void;
  /** Called with the id of the post that is being sent, and with null afterward. */
  onSending: (id: string | null) => void;
  now: () => number;
}

export interface Hold {
  acquired: Promise<void>;
  release: () => void;
}

export type PendingQueue = ReturnType<typeof createPendingQueue>;

const postLock = (id: string) => `pending-post:${id}`;

/** The pending posts of one user. All tabs share them; one of them sends. */
export function createPendingQueue(userId: string, dependencies: Dependencies) {
  const { database, onChange, now } = dependencies;
  return {
    sendAll: createSender(userId, dependencies),
    ...createEditing(dependencies),

    list: () => database.list(userId),

    /** Adds a post at the end. Returns false if the device stores no more posts. */
    async add(post: PendingPost): Promise<boolean> {
      if (!canAdd(await database.list(userId), post)) return false;
      await database.put(post);
      onChange();
      return true;
    },

    /** Sends a post that was rejected, or that may already be published, with the next `sendAll`. */
    async release(id: string): Promise<void> {
      await withLock(postLock(id), { isOptional: true }, async () => {
        const post = await database.find(id);
        if (!post) return;
        await database.put({
          ...post,
          rejection: null,
          ...(isExpired(post, now()) && {
            idempotencyKey: crypto.randomUUID(),
            attemptedAtMs: null,
          }),
        });
        onChange();
      });
    },

    /** Returns false if the post is being sent. */
    async remove(id: string): Promise<boolean> {
      const isRemoved = await withLock(postLock(id), { isOptional: true }, async () => {
        await database.remove(id);
        onChange();
        return true;
      });
      return isRemoved ?? false;
    },

    /** Deletes all posts, also one that is being sent. */
    async removeAll(): Promise<void> {
      for (const { id } of await database.list(userId)) await database.remove(id);
      onChange();
    },
  };
}

function createSender(userId: string, dependencies: Dependencies) {
  const { database, send, isSignedIn, onChange, onSending, now } = dependencies;

  /** Returns whether all posts that can be sent have been sent. */
  async function sendAll(): Promise<boolean> {
    const isDone = await withLock(`pending-posts:${userId}`, {}, async () => {
      for (const { id } of await database.list(userId)) {
        // A post whose lock is taken is being edited or deleted.
        const isUnreachable = await withLock(postLock(id), { isOptional: true }, () => sendOne(id));
        if (isUnreachable) return false;
      }
      return true;
    });
    return isDone ?? false;
  }

  /** Returns true if the server cannot be reached now. */
  async function sendOne(id: string): Promise<boolean> {
    // Another tab may have sent or changed it.
    const post = await database.find(id);
    if (!post || !isWaiting(post, now())) return false;
    if (!isSignedIn()) return true;
    // Before the request: the browser may end while it is under way.
    const attempted = { ...post, attemptedAtMs: post.attemptedAtMs ?? now() };
    await database.put(attempted);
    onSending(id);
    try {
      const show = await send(attempted);
      await database.remove(id);
      show();
      return false;
    } catch (error) {
      if (isTemporary(error)) return true;
      const rejection = (error instanceof ApiError && error.message) || '';
      // Unless it was deleted, because the user has signed out.
      // An earlier attempt without a response may still have published it.
      if (await database.find(id)) await database.put({ ...post, rejection });
      return false;
    } finally {
      onSending(null);
      onChange();
    }
  }

  return sendAll;
}

function createEditing({ database, onChange }: Dependencies) {
  return {
    /** Keeps a post from being sent while it is edited. */
    hold(id: string): Hold {
      const acquired = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      const held = withLock(postLock(id), {}, () => {
        acquired.resolve();
        return released.promise;
      });
      held.catch(acquired.reject);
      return { acquired: acquired.promise, release: released.resolve };
    },

    /** Stores edited content. Only during `hold`. Returns false if the post was sent meanwhile. */
    async replace(id: string, state: ComposerState, idempotencyKey: string): Promise<boolean> {
      const post = await database.find(id);
      if (!post) return false;
      const isSame = idempotencyKey === post.idempotencyKey;
      const attemptedAtMs = isSame ? post.attemptedAtMs : null;
      await database.put({ ...post, state, idempotencyKey, attemptedAtMs, rejection: null });
      onChange();
      return true;
    },
  };
}
