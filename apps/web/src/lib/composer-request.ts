import type { QuotedThread, Thread } from '@skein/contracts/threads';
import { createStore } from './store.ts';

/** What the composer creates or edits. */
export type ComposerRequest = NewPost | { kind: 'edit'; thread: Thread };

type NewPost = {
  /** The pending post to edit. */
  pendingId?: string;
} &
  /** `topic` is the initial topic. A stored draft takes precedence. */
  (
    | { kind: 'thread'; topic?: string }
    | { kind: 'reply'; thread: Thread }
    /** `my-posts`: the Repost Thread modal of My Posts, where no comment is needed. */
    | { kind: 'quote'; thread: Thread | QuotedThread; variant?: 'my-posts' }
  );

const store = createStore<ComposerRequest | null>(null);

/** The request the composer is open for; null while it is closed. All pages share one composer. */
export const useComposerRequest = store.useValue;

/** Opens the composer in a dialog. */
export function openComposer(request: ComposerRequest): void {
  store.set(request);
}

/** Closes the composer without asking for confirmation. */
export function closeComposer(): void {
  store.set(null);
}
