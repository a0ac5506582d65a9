import { streamReconnectDelayMs, typingShownMs } from '@skein/contracts/limits';
import type { ChatMessage, ConversationSettings } from '@skein/contracts/chat';
import type { ConversationOptions } from './conversation-options.ts';
import { conversationReducer } from './conversation-reducer.ts';
import type { ConversationAction } from './conversation-reducer.ts';
import { draftToKeep, findUnread, startConversation } from './conversation-state.ts';
import type { Attachment, ConversationState } from './conversation-state.ts';
import { isFollowedBy } from './merge-messages.ts';
import { createOutbox } from './outbox.ts';
import type { Outbox } from './outbox.ts';
import type { ConversationPage } from './paging-reducer.ts';
import { createTypingNotifier } from './typing-notifier.ts';
import type { TypingNotifier } from './typing-notifier.ts';

/**
 * One conversation outside of what is drawn: reads pages, hears events, sends. What goes out does so
 * to its end when nobody looks any more; events are heard only while somebody does.
 */
export class Conversation {
  readonly partnerId: string;
  readonly #options: ConversationOptions;
  readonly #outbox: Outbox;
  readonly #typing: TypingNotifier;
  readonly #listeners = new Set<() => void>();
  #state: ConversationState;
  #viewersCount = 0;
  #stopListening = () => {};
  #loading: AbortController | null = null;
  #loadingAgain: ReturnType<typeof setTimeout> | undefined;
  /** What the viewer changes is on its way: an answer to anything else may be from before. */
  #changesCount = 0;
  #typingEnds: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.partnerId = options.partnerId;
    this.#state = startConversation(options.drafts.read(options.partnerId));
    this.#typing = createTypingNotifier(() => options.transport.tellTyping(options.partnerId));
    this.#outbox = createOutbox({
      ...options,
      getState: this.getState,
      dispatch: (action) => this.#dispatch(action),
      onRefused: () => void this.load(),
    });
  }

  readonly getState = (): ConversationState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Somebody looks: it is read anew, and kept in step until they look away. */
  attach(): () => void {
    this.#viewersCount += 1;
    if (this.#viewersCount === 1) {
      this.#stopListening = this.#listen();
      void this.load();
    }
    return () => {
      this.#viewersCount -= 1;
      if (this.#viewersCount > 0) return;
      this.#stopListening();
      clearTimeout(this.#loadingAgain);
      this.#loading?.abort();
      this.#setTyping(false);
    };
  }

  async load(): Promise<void> {
    clearTimeout(this.#loadingAgain);
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    this.#dispatch({ type: 'load-started' });
    try {
      let page = await this.#loadPage(null, loading.signal);
      this.#dispatch({ type: 'newest-loaded', page });
      // What is older may have been taken back meanwhile.
      while (page.nextCursor !== null && isFollowedBy(this.#state.messages, page)) {
        page = await this.#loadPage(page.nextCursor, loading.signal);
        this.#dispatch({ type: 'older-reloaded', page });
      }
    } catch (error) {
      if (loading.signal.aborted) return;
      const failure = this.#options.judge(error);
      this.#dispatch({ type: 'load-failed', isMissing: failure === 'missing' });
      // What is drawn looks whole: nobody would think of trying again.
      if (this.#state.status === 'ready' && failure === 'unknown' && this.#viewersCount > 0) {
        this.#loadingAgain = setTimeout(() => void this.load(), streamReconnectDelayMs);
      }
    }
  }

  async #loadPage(cursor: string | null, signal: AbortSignal): Promise<ConversationPage> {
    const page = await this.#options.transport.loadPage(this.partnerId, cursor, signal);
    signal.throwIfAborted();
    return page;
  }

  async loadOlder(): Promise<void> {
    const { cursor, status } = this.#state.older;
    if (cursor === null || status === 'loading') return;
    this.#dispatch({ type: 'older-started' });
    try {
      const { signal } = new AbortController();
      const page = await this.#loadPage(cursor, signal);
      this.#dispatch({ type: 'older-loaded', cursor, page });
    } catch {
      this.#dispatch({ type: 'older-failed' });
    }
  }

  write(text: string): void {
    this.#dispatch({ type: 'text-changed', text });
    const { canWrite, status } = this.#state;
    if (text.trim() !== '' && canWrite && status === 'ready') void this.#typing.tell();
  }

  attachFile(attachment: Attachment | null): void {
    this.#dispatch({ type: 'attachment-changed', attachment });
  }

  /** Sends what stands in the box. */
  send(): void {
    this.#typing.startAnew();
    this.#outbox.send();
  }

  /** What is still on its way comes back into the box. */
  cancelSending(clientMessageId: string): void {
    this.#outbox.cancel(clientMessageId);
  }

  /** All of it has been in sight. */
  async markSeen(): Promise<void> {
    const unread = findUnread(this.#state, this.partnerId);
    if (!unread) return;
    const { transport, watcher } = this.#options;
    const before = this.#state.readUpTo;
    this.#dispatch({ type: 'viewer-read', upTo: unread.id });
    watcher.onRead(this.partnerId, unread.id);
    try {
      await transport.markRead(unread.id);
    } catch {
      // Told again with the next look at it.
      this.#change({ readUpTo: before });
      watcher.onReadFailed();
    }
  }

  async unsend({ id }: ChatMessage): Promise<void> {
    const { transport, watcher } = this.#options;
    this.#dispatch({ type: 'message-unsent', messageId: id });
    watcher.onUnsent(id, true);
    try {
      await transport.unsend(id);
    } catch {
      this.#dispatch({ type: 'unsending-failed', messageId: id });
      watcher.onUnsent(id, false);
      watcher.onActFailed();
    }
  }

  async changeSettings(change: Partial<ConversationSettings>): Promise<void> {
    const { transport, watcher } = this.#options;
    const before = this.#state.settings;
    const take = (settings: ConversationSettings) => {
      this.#dispatch({ type: 'settings-changed', settings });
      watcher.onSettings(this.partnerId, settings);
    };
    take({ ...before, ...change });
    this.#changesCount += 1;
    try {
      take(await transport.changeSettings(this.partnerId, change));
    } catch {
      take(before);
      watcher.onActFailed();
    }
    this.#changesCount -= 1;
  }

  /** Answers whether it is gone. */
  async clear(): Promise<boolean> {
    const { transport, watcher } = this.#options;
    try {
      await transport.clear(this.partnerId);
    } catch {
      watcher.onActFailed();
      return false;
    }
    this.#dispatch({ type: 'cleared' });
    watcher.onCleared(this.partnerId);
    return true;
  }

  #listen(): () => void {
    return this.#options.transport.listen({
      onMessage: (message) => {
        if (!this.#isOfThis(message)) return;
        this.#dispatch({ type: 'message-received', message });
      },
      onRead: ({ userId, partnerId, upTo }) => {
        if (partnerId !== this.partnerId) return;
        const isPartner = userId === this.partnerId;
        this.#dispatch({ type: isPartner ? 'partner-read' : 'viewer-read', upTo });
      },
      onUnsent: ({ messageId, partnerId }) => {
        if (partnerId === this.partnerId) this.#dispatch({ type: 'message-unsent', messageId });
      },
      onSideChanged: (partnerId) => {
        if (partnerId === this.partnerId && this.#changesCount === 0) void this.load();
      },
      onTyping: (userId) => {
        if (userId === this.partnerId) this.#setTyping(true);
      },
      onGap: () => void this.load(),
    });
  }

  #isOfThis({ senderId, receiverId }: ChatMessage): boolean {
    const { viewerId } = this.#options;
    return (
      (senderId === this.partnerId && receiverId === viewerId) ||
      (senderId === viewerId && receiverId === this.partnerId)
    );
  }

  #setTyping(isTyping: boolean): void {
    clearTimeout(this.#typingEnds);
    if (isTyping) this.#typingEnds = setTimeout(() => this.#setTyping(false), typingShownMs);
    this.#dispatch({ type: 'typing-changed', isTyping });
  }

  #dispatch(action: ConversationAction): void {
    this.#change(conversationReducer(this.#state, action));
  }

  #change(changes: Partial<ConversationState>): void {
    const { draft, outgoing } = this.#state;
    this.#state = { ...this.#state, ...changes };
    if (this.#state.draft !== draft || this.#state.outgoing.length !== outgoing.length) {
      this.#options.drafts.write(this.partnerId, ...draftToKeep(this.#state));
    }
    for (const listener of this.#listeners) listener();
  }
}
