import type { QuotedThread, Thread } from '@skein/contracts/threads';
import { createStore } from './store.ts';

/** What somebody wants to write. */
export type ComposerRequest =
  /** `topic` is what it is about, unless something kept on the device says otherwise. */
  | { kind: 'thread'; topic?: string }
  | { kind: 'reply'; thread: Thread }
  /** `my-posts`: the Repost Thread modal of My Posts (spec, section 2), where no comment is needed. */
  | { kind: 'quote'; thread: Thread | QuotedThread; variant?: 'my-posts' }
  | { kind: 'edit'; thread: Thread };

const store = createStore<ComposerRequest | null>(null);

/** What the composer is open for; null while it is closed. One composer serves every screen. */
export const useComposerRequest = store.useValue;

/** Opens the composer over the screen. */
export function openComposer(request: ComposerRequest): void {
  store.set(request);
}

/** Closes it without a question. */
export function closeComposer(): void {
  store.set(null);
}
