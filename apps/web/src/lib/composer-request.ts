import type { QuotedThread, SavedDraft, Thread } from '@skein/contracts/threads';
import { createStore } from './store.ts';

/** Why a draft is no longer a reply or a quote. */
export type LostTarget = 'reply' | 'quote';

/** What the composer creates or edits. */
export type ComposerRequest =
  | NewPost
  | { kind: 'edit'; thread: Thread }
  /** The list of drafts. */
  | { kind: 'drafts' };

type NewPost = {
  /** The pending post to edit. */
  pendingId?: string;
} &
  /** `topic` is the initial topic. A stored draft takes precedence. */
  (
    | { kind: 'thread'; topic?: string; draft?: SavedDraft; lostTarget?: LostTarget }
    | { kind: 'reply'; thread: Thread; draft?: SavedDraft }
    /** `my-posts`: the Repost Thread modal of My Posts, where no comment is needed. */
    | { kind: 'quote'; thread: Thread | QuotedThread; variant?: 'my-posts'; draft?: SavedDraft }
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
