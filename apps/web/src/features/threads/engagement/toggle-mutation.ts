import type { QueryClient } from '@tanstack/react-query';
import type { Thread } from '@skein/contracts/threads';
import { patchThread } from '../cache/thread-cache.ts';
import { threadKeys } from '../cache/thread-keys.ts';

/** A value of a thread that the viewer can toggle, such as a like. */
interface ToggleDefinition<Value> {
  read: (thread: Thread) => Value;
  /** The fields of the thread that depend on the value. */
  pick: (thread: Thread) => Partial<Thread>;
  /** The same fields after a change to `next`. */
  change: (thread: Thread, next: Value) => Partial<Thread>;
  /** Sends the change. `saved` is the thread as the server has it; returns the response's fields. */
  send: (saved: Thread, next: Value) => Promise<Partial<Thread>>;
  onSaved?: (client: QueryClient, saved: Thread) => void;
}

/** A toggle that the server has not confirmed yet. */
interface PendingToggle {
  /** The thread as the viewer last set it. */
  target: Thread;
}

/**
 * Defines an optimistic toggle. The cache shows each change at once. A change during a request is
 * sent after it, unless it restores the value just sent. At the end the cache shows the server's
 * state, also after an error. Changes to one thread run sequentially.
 */
export function defineToggleMutation<Value>(definition: ToggleDefinition<Value>) {
  const { read, pick, change } = definition;
  const pendingByClient = new WeakMap<QueryClient, Map<string, PendingToggle>>();

  return (client: QueryClient, thread: Thread, getNext: (current: Value) => Value): void => {
    const pendingToggles = pendingByClient.get(client) ?? new Map<string, PendingToggle>();
    pendingByClient.set(client, pendingToggles);
    const pending = pendingToggles.get(thread.id);
    const shown = pending?.target ?? thread;
    const patch = change(shown, getNext(read(shown)));
    const target = { ...shown, ...patch };
    patchThread(client, thread.id, patch);
    if (pending) {
      pending.target = target;
      return;
    }
    const created: PendingToggle = { target };
    pendingToggles.set(thread.id, created);
    void flush(client, definition, thread, created).then((saved) => {
      pendingToggles.delete(thread.id);
      patchThread(client, thread.id, pick(saved));
    });
  };
}

/** Sends until the server has the last value set; resolves to the thread as the server has it. */
async function flush<Value>(
  client: QueryClient,
  { read, change, send, onSaved }: ToggleDefinition<Value>,
  thread: Thread,
  pending: PendingToggle,
): Promise<Thread> {
  let saved = thread;
  // Compares with the value last sent, not with the response: the server may have decided otherwise.
  const sendIfChanged = async (lastSent: Value): Promise<void> => {
    const next = read(pending.target);
    if (next === lastSent) return;
    const response = await send(saved, next);
    saved = { ...saved, ...change(saved, next), ...response };
    await sendIfChanged(next);
  };
  try {
    await runSequentially(client, thread.id, () => sendIfChanged(read(thread)));
    if (saved !== thread) onSaved?.(client, saved);
  } catch (error) {
    // The user gets no message, because the button shows the earlier state again.
    // oxlint-disable-next-line no-console
    console.warn('A thread could not be changed.', error);
  }
  return saved;
}

/** Runs a mutation of a thread after the earlier ones of the same thread have settled. */
export function runSequentially<Result>(
  client: QueryClient,
  threadId: string,
  mutationFn: () => Promise<Result>,
): Promise<Result> {
  return client
    .getMutationCache()
    .build(client, {
      mutationKey: threadKeys.change(threadId),
      scope: { id: threadId },
      mutationFn,
    })
    .execute(undefined);
}
