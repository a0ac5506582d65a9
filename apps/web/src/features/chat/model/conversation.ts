/* oxlint-disable max-lines -- One object holds all state of a conversation. */
import { typingShownMs } from '@skein/contracts/limits';
import type { ChatMessage, ConversationSettings } from '@skein/contracts/chat';
import type { ConversationOptions } from './conversation-options.ts';
import { conversationReducer } from './conversation-reducer.ts';
import type { ConversationAction } from './conversation-reducer.ts';
import {
  acceptsDraft,
  draftToPersist,
  findUnread,
  startConversation,
} from './conversation-state.ts';
import type { Attachment, ConversationState, QuotedMessage } from './conversation-state.ts';
import { createEdits } from './edits.ts';
import type { Edits } from './edits.ts';
import { createOutbox } from './outbox.ts';
import type { Outbox } from './outbox.ts';
import { Paging } from './paging.ts';
import { createReactions } from './reactions.ts';
import { createTypingNotifier } from './typing-notifier.ts';
import type { TypingNotifier } from './typing-notifier.ts';

/** A text that has changed since then is still being written. */
const writingMs = 5000;

/**
 * The state of one conversation outside React: loads pages, handles events and sends messages.
 * Events are handled only while a component is attached. Sending continues after it detaches.
 */
export class Conversation {
  readonly partnerId: string;
  readonly edits: Edits;
  readonly paging: Paging;
  readonly #options: ConversationOptions;
  readonly #outbox: Outbox;
  readonly #typing: TypingNotifier;
  readonly #listeners = new Set<() => void>();
  readonly #storeReaction: ReturnType<typeof createReactions>;
  #state: ConversationState;
  /** The stored files of the draft, until they are loaded; null if there are none. */
  #files: Promise<readonly Attachment[]> | null;
  #attachedCount = 0;
  #attachment = new AbortController();
  #unsubscribe = () => {};
  /** The number of pending setting changes: other responses may predate them. */
  #pendingChangesCount = 0;
  #typingTimer: ReturnType<typeof setTimeout> | undefined;
  #writtenAtMs = Number.NEGATIVE_INFINITY;
  /** Events that arrived before the first page. */
  readonly #early: { conversationId: string; apply: () => void }[] = [];
  readonly #memberTimers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.partnerId = options.partnerId;
    this.#state = startConversation(options.drafts.read(options.partnerId));
    this.#files = options.drafts.readFiles(options.partnerId);
    this.#typing = createTypingNotifier(() => options.transport.sendTyping(options.partnerId));
    const dispatch = (action: ConversationAction) => this.#dispatch(action);
    this.#storeReaction = createReactions({ ...options, dispatch });
    const actions = { ...options, getState: this.getState, dispatch };
    this.edits = createEdits(actions);
    this.paging = new Paging({ ...actions, isAttached: () => this.#attachedCount > 0 });
    options.drafts.onReceived(() => this.#receiveDraft());
    this.#outbox = createOutbox({ ...actions, onRejected: () => void this.load() });
  }

  readonly getState = (): ConversationState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /**
   * Loads the conversation, around a message if given, and applies events until the returned function
   * is called.
   */
  attach(messageId: string | null = null): () => void {
    this.#attachedCount += 1;
    if (this.#attachedCount === 1) {
      this.#attachment = new AbortController();
      this.setLeaving(false);
      void this.#open(messageId, this.#attachment.signal);
    }
    return () => {
      this.#attachedCount -= 1;
      if (this.#attachedCount > 0) return;
      this.#attachment.abort();
      this.#unsubscribe();
      this.paging.stop();
      this.#setTyping(false);
      for (const userId of this.#memberTimers.keys()) this.#setMemberTyping(userId, false);
    };
  }

  async #open(messageId: string | null, signal: AbortSignal): Promise<void> {
    // First, because the page or an event may contain the message that the draft has become.
    if (this.#files !== null) await this.#loadFiles(this.#files);
    if (signal.aborted) return;
    this.#unsubscribe = this.#subscribeToEvents();
    if (messageId !== null && (await this.paging.show(messageId))) return;
    if (this.#attachedCount > 0) await this.paging.loadNewest();
  }

  async #loadFiles(files: Promise<readonly Attachment[]>): Promise<void> {
    const attachments = await files;
    if (this.#files === files) this.#dispatch({ type: 'files-loaded', attachments });
    this.#files = null;
  }

  /** Loads the shown messages again. */
  async load(): Promise<void> {
    if (!this.#state.isLeaving) await this.paging.reload();
  }

  setLeaving(isLeaving: boolean): void {
    this.#change({ isLeaving });
  }

  /** Changes the draft, or the text of the message that is being edited. */
  write(text: string): void {
    if (this.#state.editing !== null) {
      this.edits.write(text);
      return;
    }
    this.#writtenAtMs = Date.now();
    this.#dispatch({ type: 'text-changed', text });
    const { canWrite, status } = this.#state;
    if (text.trim() !== '' && canWrite && status === 'ready') void this.#typing.notify();
  }

  attachFiles(attachments: readonly Attachment[]): void {
    this.#dispatch({ type: 'attachments-changed', attachments });
  }

  /** Makes the draft a reply to a message. */
  replyTo(replyTo: QuotedMessage | null): void {
    this.#dispatch({ type: 'reply-changed', replyTo });
  }

  /** Sends the recording if given, else the draft, or stores the message that is being edited. */
  send(recording: Attachment | null = null): void {
    if (recording === null && this.#state.editing !== null) {
      this.edits.save();
      return;
    }
    this.#typing.reset();
    if (recording === null) this.#outbox.send();
    else this.#outbox.sendRecording(recording);
    if (this.#state.newer !== 'none') void this.paging.loadNewest();
  }

  /** Cancels an upload. The message becomes the draft again. */
  cancelSending(clientMessageId: string): void {
    this.#outbox.cancel(clientMessageId);
  }

  /** Marks all messages of others as read. */
  async markRead(): Promise<void> {
    const unread = findUnread(this.#state, this.#options.viewerId);
    if (!unread) return;
    const { transport, callbacks } = this.#options;
    const before = this.#state.readUpTo;
    this.#dispatch({ type: 'viewer-read', upTo: unread.id });
    callbacks.onRead(this.partnerId, unread.id);
    try {
      await transport.markRead(unread.id);
    } catch {
      // Sent again the next time the conversation is visible.
      this.#change({ readUpTo: before });
      callbacks.onReadFailed();
    }
  }

  async deleteMessage({ id }: Pick<ChatMessage, 'id'>): Promise<void> {
    const { transport, callbacks } = this.#options;
    this.#dispatch({ type: 'message-deleted', messageId: id });
    callbacks.onDeletionChanged(id, true);
    try {
      await transport.deleteMessage(id);
    } catch {
      this.#dispatch({ type: 'deletion-failed', messageId: id });
      callbacks.onDeletionChanged(id, false);
      callbacks.onActionFailed();
    }
  }

  /** Sets the viewer's reaction to a message. Their current one, or null, removes it. */
  react({ id, reactions }: ChatMessage, emoji: string | null): Promise<void> {
    const own = reactions.find(({ userId }) => userId === this.#options.viewerId);
    return this.#storeReaction(id, own?.emoji === emoji ? null : emoji);
  }

  async changeSettings(change: Partial<ConversationSettings>): Promise<void> {
    const { transport, callbacks } = this.#options;
    const before = this.#state.settings;
    const apply = (settings: ConversationSettings) => {
      this.#dispatch({ type: 'settings-changed', settings });
      callbacks.onSettingsChanged(this.partnerId, settings);
    };
    apply({ ...before, ...change });
    this.#pendingChangesCount += 1;
    try {
      apply(await transport.changeSettings(this.partnerId, change));
    } catch (error) {
      apply(before);
      callbacks.onActionFailed(error);
    }
    this.#pendingChangesCount -= 1;
  }

  /** Resolves to whether the conversation was cleared. */
  async clear(): Promise<boolean> {
    const { transport, callbacks } = this.#options;
    try {
      await transport.clear(this.partnerId);
    } catch {
      callbacks.onActionFailed();
      return false;
    }
    this.#dispatch({ type: 'cleared' });
    callbacks.onCleared(this.partnerId);
    return true;
  }

  #subscribeToEvents(): () => void {
    return this.#options.transport.subscribe({
      onMessage: (message) => {
        if (!this.#belongsHere(message)) return;
        this.#dispatch({ type: 'message-received', message });
      },
      onRead: ({ conversationId, userId, upTo }) => {
        const isViewer = userId === this.#options.viewerId;
        this.#whenHere(conversationId, () =>
          this.#dispatch({ type: isViewer ? 'viewer-read' : 'partner-read', upTo }),
        );
      },
      onMessageDeleted: ({ conversationId, messageId }) =>
        this.#whenHere(conversationId, () =>
          this.#dispatch({ type: 'message-deleted', messageId }),
        ),
      onMessageChanged: (message) => {
        if (!this.#belongsHere(message)) return;
        this.#dispatch({ type: 'message-changed', message });
      },
      onConversationChanged: (conversationId) =>
        this.#whenHere(conversationId, () => {
          if (this.#pendingChangesCount === 0) void this.load();
        }),
      onTyping: ({ conversationId, userId }) =>
        this.#whenHere(conversationId, () => {
          if (this.#state.group === null) this.#setTyping(true);
          else this.#setMemberTyping(userId, true);
        }),
      onResync: () => void this.load(),
    });
  }

  /** Shows the draft of another device or tab. Stored again, it would replace what that has written since. */
  #receiveDraft(): void {
    const draft = this.#options.drafts.read(this.partnerId);
    const isWriting = Date.now() - this.#writtenAtMs < writingMs;
    const areFilesRemoved = this.#options.drafts.areFilesRemoved(this.partnerId);
    if (!acceptsDraft(this.#state, draft, { areFilesRemoved, isWriting })) return;
    this.#change(conversationReducer(this.#state, { type: 'draft-received', draft }), false);
  }

  /** Applies an event of this conversation, whose id is known from the first page. */
  #whenHere(conversationId: string, apply: () => void): void {
    if (this.#state.conversationId === null) this.#early.push({ conversationId, apply });
    else if (conversationId === this.#state.conversationId) apply();
  }

  #belongsHere({ conversationId, senderId, receiverId }: ChatMessage): boolean {
    // A group is its conversation.
    if (receiverId === null) return conversationId === this.partnerId;
    if (receiverId === this.partnerId) return true;
    return senderId === this.partnerId && receiverId === this.#options.viewerId;
  }

  #setTyping(isTyping: boolean): void {
    clearTimeout(this.#typingTimer);
    if (isTyping) this.#typingTimer = setTimeout(() => this.#setTyping(false), typingShownMs);
    this.#dispatch({ type: 'typing-changed', isTyping });
  }

  #setMemberTyping(userId: string, isTyping: boolean): void {
    clearTimeout(this.#memberTimers.get(userId));
    this.#memberTimers.delete(userId);
    if (isTyping) {
      const timer = setTimeout(() => this.#setMemberTyping(userId, false), typingShownMs);
      this.#memberTimers.set(userId, timer);
    }
    this.#dispatch({ type: 'members-typing', typingIds: [...this.#memberTimers.keys()] });
  }

  #dispatch(action: ConversationAction): void {
    this.#change(conversationReducer(this.#state, action));
  }

  #change(changes: Partial<ConversationState>, storesDraft = true): void {
    const { draft, outgoing } = this.#state;
    this.#state = { ...this.#state, ...changes };
    const isChanged =
      this.#state.draft !== draft || this.#state.outgoing.length !== outgoing.length;
    if (isChanged && storesDraft) {
      this.#options.drafts.write(this.partnerId, ...draftToPersist(this.#state));
    }
    if (this.#state.conversationId !== null) {
      const early = this.#early.splice(0);
      for (const event of early) this.#whenHere(event.conversationId, event.apply);
    }
    for (const listener of this.#listeners) listener();
  }
}
