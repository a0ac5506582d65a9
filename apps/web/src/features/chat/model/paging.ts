import type { ConversationPage } from '@skein/contracts/chat';
import { streamReconnectDelayMs } from '@skein/contracts/limits';
import type { PagePosition } from '../api/chat-client.ts';
import type { ConversationOptions } from './conversation-options.ts';
import type { ConversationAction } from './conversation-actions.ts';
import type { ConversationState } from './conversation-state.ts';
import { hasOlderThan } from './merge-messages.ts';

type Options = Pick<ConversationOptions, 'classifyError'> & {
  loadPage: (position: PagePosition, signal: AbortSignal) => Promise<ConversationPage>;
  getState: () => ConversationState;
  dispatch: (action: ConversationAction) => void;
  /** Whether the conversation is shown. */
  isAttached: () => boolean;
};

/** Loads the pages of a conversation: the newest, older and newer ones, and those around a message. */
export class Paging {
  readonly #options: Options;
  #loading: AbortController | null = null;
  #older: Promise<void> | null = null;
  #newer: Promise<void> | null = null;
  /** The message around which messages were loaded last. */
  #shown: { messageId: string; result: Promise<boolean> } | null = null;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  async loadNewest(): Promise<void> {
    const { getState, dispatch, classifyError, isAttached } = this.#options;
    this.#shown = null;
    const signal = this.#startLoading();
    try {
      let page = await this.#loadPage({}, signal);
      dispatch({ type: 'newest-loaded', page });
      // Older messages may have been deleted during the gap.
      while (page.nextCursor !== null && hasOlderThan(getState().messages, page)) {
        page = await this.#loadPage({ cursor: page.nextCursor }, signal);
        dispatch({ type: 'older-reloaded', page });
      }
    } catch (error) {
      if (signal.aborted) return;
      const kind = classifyError(error);
      dispatch({ type: 'load-failed', isMissing: kind === 'missing' });
      // The shown messages look complete, so the user has no reason to retry.
      if (getState().status === 'ready' && kind === 'unknown' && isAttached()) {
        this.#retryTimer = setTimeout(() => void this.loadNewest(), streamReconnectDelayMs);
      }
    }
  }

  /** Loads the newest messages, or those around the shown message, again. */
  async reload(): Promise<void> {
    const { getState, isAttached } = this.#options;
    if (this.#shown === null || getState().newer === 'none') {
      await this.loadNewest();
      return;
    }
    const isLoaded = await this.#loadAround(this.#shown.messageId);
    if (!isLoaded && isAttached()) await this.loadNewest();
  }

  /** Loads the messages around one unless it is loaded. Resolves to whether it is loaded then. */
  show(messageId: string): Promise<boolean> {
    const earlier = this.#shown;
    if (earlier?.messageId === messageId) return earlier.result;
    const { messages } = this.#options.getState();
    if (messages.some(({ id }) => id === messageId)) return Promise.resolve(true);
    const result = this.#loadAround(messageId);
    const current = { messageId, result };
    this.#shown = current;
    void result.then((isFound) => {
      if (!isFound && this.#shown === current) this.#shown = earlier;
    });
    return result;
  }

  /** Callers during a load wait for it. */
  loadOlder(): Promise<void> {
    this.#older ??= this.#loadOlder().finally(() => {
      this.#older = null;
    });
    return this.#older;
  }

  loadNewer(): Promise<void> {
    this.#newer ??= this.#loadNewer().finally(() => {
      this.#newer = null;
    });
    return this.#newer;
  }

  stop(): void {
    clearTimeout(this.#retryTimer);
    this.#loading?.abort();
  }

  async #loadAround(messageId: string): Promise<boolean> {
    const signal = this.#startLoading();
    try {
      const page = await this.#loadPage({ around: messageId }, signal);
      this.#options.dispatch({ type: 'window-loaded', page });
      return true;
    } catch {
      return false;
    }
  }

  async #loadOlder(): Promise<void> {
    const { getState, dispatch } = this.#options;
    const { cursor } = getState().older;
    if (cursor === null) return;
    dispatch({ type: 'older-started' });
    try {
      const page = await this.#loadPage({ cursor }, new AbortController().signal);
      dispatch({ type: 'older-loaded', cursor, page });
    } catch {
      dispatch({ type: 'older-failed' });
    }
  }

  async #loadNewer(): Promise<void> {
    const { getState, dispatch } = this.#options;
    const last = getState().messages.at(-1);
    if (last === undefined || getState().newer === 'none') return;
    dispatch({ type: 'newer-started' });
    try {
      const page = await this.#loadPage({ after: last.id }, new AbortController().signal);
      dispatch({ type: 'newer-loaded', after: last.id, page });
    } catch {
      dispatch({ type: 'newer-failed' });
    }
  }

  #startLoading(): AbortSignal {
    this.stop();
    const loading = new AbortController();
    this.#loading = loading;
    this.#options.dispatch({ type: 'load-started' });
    return loading.signal;
  }

  async #loadPage(position: PagePosition, signal: AbortSignal): Promise<ConversationPage> {
    const page = await this.#options.loadPage(position, signal);
    signal.throwIfAborted();
    return page;
  }
}
