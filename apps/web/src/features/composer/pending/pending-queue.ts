import type { ComposerState } from '../editor/composer-reducer.ts';
import { ApiError } from '../../../api/index.ts';
import { withLock } from '../../../lib/lock.ts';
import type { PendingDatabase } from './pending-database.ts';
import { PostRejectedError, canAdd, isExpired, isTemporary, isWaiting } from './pending-post.ts';
import type { PendingPost } from './pending-post.ts';

interface Dependencies {
  database: PendingDatabase;
  /**
   * Sends a post, and stores the time when the server may first have received it. Resolves with a
   * function that shows the result.
   */
  send: (post: PendingPost, update: UpdatePost) => Promise<() => void>;
  /** Whether the user of the queue is still signed in. */
  isSignedIn: () => boolean;
  onChange: () => void;
  /** Called with the id of the post that is being sent, and with null afterward. */
  onSending: (id: string | null) => void;
  now: () => number;
}

/** Stores changes of a post while it is being sent. */
export type UpdatePost = (
  changes: Partial<Pick<PendingPost, 'state' | 'idempotencyKey' | 'attemptedAtMs' | 'savedDraft'>>,
) => Promise<void>;

export interface PostLock {
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
    ...createEditing(userId, dependencies),

    list: () => database.list(userId),

    /** Adds a post at the end. Returns false if the device stores no more posts. */
    async add(post: PendingPost): Promise<boolean> {
      if (!canAdd(await database.list(userId), post)) return false;
      await database.put(post);
      onChange();
      return true;
    },

    /** Sends a post that was rejected, or that may already be published, with the next `sendAll`. */
    async retry(id: string): Promise<void> {
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
    return withLock(`pending-posts:${userId}`, {}, async () => {
      for (const { id } of await database.list(userId)) {
        // A post whose lock is taken is being edited or deleted.
        const isUnreachable = await withLock(postLock(id), { isOptional: true }, () => sendOne(id));
        if (isUnreachable) return false;
      }
      return true;
    });
  }

  /** Returns true if the server cannot be reached now. */
  async function sendOne(id: string): Promise<boolean> {
    // Another tab may have sent or changed it.
    const post = await database.find(id);
    if (!post || !isWaiting(post, now())) return false;
    if (!isSignedIn()) return true;
    onSending(id);
    try {
      const show = await send(post, (changes) => update(id, changes));
      await database.remove(id);
      show();
      return false;
    } catch (error) {
      if (isTemporary(error)) return true;
      const hasMessage = error instanceof ApiError || error instanceof PostRejectedError;
      const rejection = hasMessage ? error.message : '';
      // An earlier attempt without a response may still have published it.
      await update(id, { attemptedAtMs: post.attemptedAtMs, rejection });
      return false;
    } finally {
      onSending(null);
      onChange();
    }
  }

  /** Changes a post, unless it was deleted, because the user has signed out. */
  async function update(id: string, changes: Partial<PendingPost>): Promise<void> {
    const post = await database.find(id);
    if (post) await database.put({ ...post, ...changes });
  }

  return sendAll;
}

function createEditing(userId: string, { database, onChange }: Dependencies) {
  return {
    /** Keeps a post from being sent while it is edited. */
    lock(id: string): PostLock {
      const acquired = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      const locked = withLock(postLock(id), {}, () => {
        acquired.resolve();
        return released.promise;
      });
      locked.catch(acquired.reject);
      return { acquired: acquired.promise, release: released.resolve };
    },

    /** Stores edited content. Only while locked. */
    async replace(
      id: string,
      state: ComposerState,
      idempotencyKey: string,
    ): Promise<'replaced' | 'sent' | 'full'> {
      const posts = await database.list(userId);
      const post = posts.find((stored) => stored.id === id);
      if (!post) return 'sent';
      const others = posts.filter((stored) => stored !== post);
      if (!canAdd(others, { state })) return 'full';
      const isSame = idempotencyKey === post.idempotencyKey;
      await database.put(
        isSame ? { ...post, rejection: null } : changed(post, state, idempotencyKey),
      );
      onChange();
      return 'replaced';
    },
  };
}

function changed(post: PendingPost, state: ComposerState, idempotencyKey: string): PendingPost {
  const { savedDraft, ...rest } = post;
  // The next attempt changes the draft as an earlier one has saved it.
  const saved = savedDraft && { id: savedDraft.id, version: savedDraft.version, content: '' };
  const current = saved ? { ...state, saved } : state;
  return { ...rest, state: current, idempotencyKey, attemptedAtMs: null, rejection: null };
}
