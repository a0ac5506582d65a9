import type { QueryClient } from '@tanstack/react-query';
import type { Thread } from '@skein/contracts/threads';
import { patchThread } from '../cache/thread-cache.ts';
import { threadKeys } from '../cache/thread-keys.ts';

/** Something a person can turn on and off at a thread. */
interface SwitchDefinition<Value> {
  read: (thread: Thread) => Value;
  /** The parts of the thread that it changes, as they are in this thread. */
  pick: (thread: Thread) => Partial<Thread>;
  /** The thread's new parts once the value is `next`. */
  change: (thread: Thread, next: Value) => Partial<Thread>;
  /** Makes it so on the server, which still has it as `saved` says; answers with what it told. */
  send: (saved: Thread, next: Value) => Promise<Partial<Thread>>;
  onSaved?: (client: QueryClient) => void;
}

/** A thread as the person wants it, while the server does not have it so yet. */
interface Wish {
  wanted: Thread;
}

/**
 * Shows at once what a person wants, then sends it until the server has the last thing wanted:
 * a second click while the first is under way is sent after it, or not at all if it takes the
 * first one back. In the end every list shows what the server has, also when it refused. Changes
 * of one thread go out one after the other.
 */
export function defineSwitch<Value>(definition: SwitchDefinition<Value>) {
  const { read, pick, change } = definition;
  const wishesOfClients = new WeakMap<QueryClient, Map<string, Wish>>();

  return (client: QueryClient, thread: Thread, choose: (current: Value) => Value): void => {
    const wishes = wishesOfClients.get(client) ?? new Map<string, Wish>();
    wishesOfClients.set(client, wishes);
    const wish = wishes.get(thread.id);
    const shown = wish?.wanted ?? thread;
    const patch = change(shown, choose(read(shown)));
    const wanted = { ...shown, ...patch };
    patchThread(client, thread.id, patch);
    if (wish) {
      wish.wanted = wanted;
      return;
    }
    const begun: Wish = { wanted };
    wishes.set(thread.id, begun);
    void fulfil(client, definition, thread, begun).then((saved) => {
      wishes.delete(thread.id);
      patchThread(client, thread.id, pick(saved));
    });
  };
}

/** Answers with the thread as the server has it in the end. */
async function fulfil<Value>(
  client: QueryClient,
  { read, change, send, onSaved }: SwitchDefinition<Value>,
  thread: Thread,
  wish: Wish,
): Promise<Thread> {
  let saved = thread;
  // Whatever the server makes of it, nothing is sent twice: it may know better.
  const sendSince = async (sent: Value): Promise<void> => {
    const next = read(wish.wanted);
    if (next === sent) return;
    const told = await send(saved, next);
    saved = { ...saved, ...change(saved, next), ...told };
    await sendSince(next);
  };
  try {
    await runInTurn(client, thread.id, () => sendSince(read(thread)));
    if (saved !== thread) onSaved?.(client);
  } catch (error) {
    // The spec's error catalogue: logged only, no user message.
    // oxlint-disable-next-line no-console
    console.warn('A thread could not be changed.', error);
  }
  return saved;
}

/** Runs a change of a thread once those before it are done. */
export function runInTurn<Result>(
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
