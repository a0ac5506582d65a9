import type { ChatMessage, ConversationFields, ConversationPage } from '@skein/contracts/chat';
import type { PagePosition } from '../api/chat-client.ts';
import type { ChatEvent, ConversationEvent } from './chat-event.ts';
import type { ConversationOptions } from './conversation-options.ts';
import { getRequestName, isNamed } from './conversation.ts';
import { conversationReducer } from './conversation-reducer.ts';
import type { ConversationAction } from './conversation-actions.ts';
import {
  acceptsDraft,
  draftToPersist,
  findUnread,
  startConversation,
  toQuoted,
} from './conversation-state.ts';
import type { Attachment, ConversationState, QuotedMessage } from './conversation-state.ts';
import { createEdits } from './edits.ts';
import type { Edits } from './edits.ts';
import { createOutbox } from './outbox.ts';
import type { Outbox } from './outbox.ts';
import { Paging } from './paging.ts';
import { createReactions } from './reactions.ts';
import { createSettings } from './settings.ts';
import type { Settings } from './settings.ts';
import { createTypingMembers, createTypingNotifier } from './typing.ts';
import type { TypingMembers, TypingNotifier } from './typing.ts';

/** A text that has changed since then is still being written. */
const writingMs = 5000;

/**
 * The state of one conversation outside React: loads pages, handles events and sends messages.
 * Events are handled only while a component is attached. Sending continues after it detaches.
 */
export class ConversationStore {
  readonly viewerId: string;
  readonly edits: Edits;
  readonly paging: Paging;
  readonly settings: Settings;
  readonly #options: ConversationOptions;
  readonly #outbox: Outbox;
  readonly #typingNotifier: TypingNotifier;
  readonly #typing: TypingMembers;
  readonly #listeners = new Set<() => void>();
  readonly #storeReaction: ReturnType<typeof createReactions>;
  #state = startConversation();
  /** Loading the stored draft, which belongs to the conversation that the first page names. */
  #draftLoading: Promise<void> | null = null;
  #attachedCount = 0;
  #attachment = new AbortController();
  #unsubscribe = () => {};
  #writtenAtMs = Number.NEGATIVE_INFINITY;
  /** Events that arrived before the first page. */
  readonly #early: ConversationEvent[] = [];

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.viewerId = options.viewerId;
    this.#typingNotifier = createTypingNotifier(async () => {
      const { conversation } = this.#state;
      if (conversation) await options.transport.sendTyping(conversation);
    });
    const dispatch = (action: ConversationAction) => this.#dispatch(action);
    this.#typing = createTypingMembers((typingIds) =>
      dispatch({ type: 'typing-changed', typingIds }),
    );
    this.#storeReaction = createReactions({ ...options, dispatch });
    const actions = { ...options, getState: this.getState, dispatch };
    this.edits = createEdits(actions);
    this.settings = createSettings(actions);
    const loadPage = this.#loadPage.bind(this);
    this.paging = new Paging({ ...actions, loadPage, isAttached: () => this.#attachedCount > 0 });
    options.drafts.onReceived(() => this.#receiveDraft());
    this.#outbox = createOutbox({ ...actions, onRejected: () => void this.load() });
  }

  readonly getState = (): ConversationState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Whether this is the name of the conversation: its id, or the id or username of the other member. */
  isNamed(name: string): boolean {
    const { conversation } = this.#state;
    return name === this.#options.name || (conversation !== null && isNamed(conversation, name));
  }

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
      this.#typing.clear();
    };
  }

  async #open(messageId: string | null, signal: AbortSignal): Promise<void> {
    // A component that is attached, detached and attached again at once loads once.
    await Promise.resolve();
    if (signal.aborted) return;
    this.#unsubscribe = this.#options.transport.subscribe((event) => this.#receive(event));
    if (messageId !== null && (await this.paging.show(messageId))) return;
    if (this.#attachedCount > 0) await this.paging.loadNewest();
  }

  async #loadPage(position: PagePosition, signal: AbortSignal): Promise<ConversationPage> {
    const { transport, drafts, name } = this.#options;
    const { conversation } = this.#state;
    const requestName = conversation === null ? name : getRequestName(conversation);
    const page = await transport.loadPage(requestName, position, signal);
    drafts.receive(page);
    // First, because the page or an event may contain the message that the draft has become.
    this.#draftLoading ??= this.#loadDraft(page);
    await this.#draftLoading;
    return page;
  }

  async #loadDraft({ conversationId }: ConversationFields): Promise<void> {
    const { drafts } = this.#options;
    const draft = drafts.read(conversationId);
    const attachments = (await drafts.readFiles(conversationId)) ?? [];
    const lostFiles = drafts.takeLost(conversationId);
    this.#dispatch({ type: 'draft-loaded', draft: { ...draft, attachments }, lostFiles });
  }

  /** Loads the shown messages again. */
  async load(): Promise<void> {
    if (!this.#state.isLeaving) await this.paging.reload();
  }

  /** The viewer is leaving the group: the server may no longer find it. */
  setLeaving(isLeaving: boolean): void {
    this.#dispatch({ type: 'leaving-changed', isLeaving });
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
    if (text.trim() !== '' && canWrite && status === 'ready') void this.#typingNotifier.notify();
  }

  attachFiles(attachments: readonly Attachment[]): void {
    this.#dispatch({ type: 'attachments-changed', attachments });
  }

  /** Makes the draft a reply to a message. */
  replyTo(message: QuotedMessage | null): void {
    this.#dispatch({ type: 'reply-changed', replyTo: message && toQuoted(message) });
  }

  /** Sends the recording if given, else the draft, or stores the message that is being edited. */
  send(recording: Attachment | null = null): void {
    if (recording === null && this.#state.editing !== null) {
      this.edits.save();
      return;
    }
    this.#typingNotifier.reset();
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
    const { conversation } = this.#state;
    const unread = findUnread(this.#state, this.viewerId);
    if (conversation === null || unread === null) return;
    const { transport, callbacks } = this.#options;
    const readUpTo = this.#state.readUpTo;
    this.#dispatch({ type: 'viewer-read', upTo: unread.id });
    callbacks.onRead(conversation.conversationId, unread.id);
    try {
      await transport.markRead(unread.id);
    } catch {
      // Sent again the next time the conversation is visible.
      this.#change({ ...this.#state, readUpTo });
      callbacks.onReadFailed();
    }
  }

  async deleteMessage({ id }: Pick<ChatMessage, 'id'>): Promise<void> {
    const { transport, callbacks } = this.#options;
    this.#dispatch({ type: 'message-deleted', messageId: id });
    callbacks.onDeletionChanged(id, true);
    try {
      await transport.deleteMessage(id);
    } catch (error) {
      this.#dispatch({ type: 'deletion-failed', messageId: id });
      callbacks.onDeletionChanged(id, false);
      callbacks.onFailed('act', error);
    }
  }

  /** Sets the viewer's reaction to a message. Their current one, or null, removes it. */
  react({ id, reactions }: ChatMessage, emoji: string | null): Promise<void> {
    const own = reactions.find(({ userId }) => userId === this.viewerId);
    return this.#storeReaction(id, own?.emoji === emoji ? null : emoji);
  }

  #receive(event: ChatEvent): void {
    if (event.type === 'resync') {
      void this.load();
      return;
    }
    const { conversation } = this.#state;
    const { conversationId } = 'message' in event ? event.message : event;
    if (conversation === null) this.#early.push(event);
    else if (conversation.conversationId === conversationId) this.#apply(event);
  }

  #apply(event: ConversationEvent): void {
    switch (event.type) {
      case 'message':
        this.#typing.remove(event.message.senderId);
        this.#dispatch({ type: 'message-received', message: event.message });
        break;
      case 'read': {
        const isViewer = event.userId === this.viewerId;
        this.#dispatch({ type: isViewer ? 'viewer-read' : 'member-read', upTo: event.upTo });
        break;
      }
      case 'message-deleted':
      case 'message-changed':
        this.#dispatch(event);
        break;
      case 'conversation':
        if (!this.settings.isChanging()) void this.load();
        break;
      case 'typing':
        this.#typing.add(event.userId);
        break;
      default:
    }
  }

  /** Shows the draft of another device or tab. Stored again, it would replace what that has written since. */
  #receiveDraft(): void {
    const { conversation } = this.#state;
    if (conversation === null) return;
    const { drafts } = this.#options;
    const draft = drafts.read(conversation.conversationId);
    const isWriting = Date.now() - this.#writtenAtMs < writingMs;
    const areFilesRemoved = drafts.areFilesRemoved(conversation.conversationId);
    if (!acceptsDraft(this.#state, draft, { areFilesRemoved, isWriting })) return;
    this.#change(conversationReducer(this.#state, { type: 'draft-received', draft }), false);
  }

  #dispatch(action: ConversationAction): void {
    this.#change(conversationReducer(this.#state, action));
  }

  #change(state: ConversationState, storesDraft = true): void {
    const { draft, outgoing } = this.#state;
    this.#state = state;
    const { conversation } = state;
    if (conversation !== null) {
      const isChanged = state.draft !== draft || state.outgoing.length !== outgoing.length;
      if (isChanged && storesDraft) {
        this.#options.drafts.write(conversation, ...draftToPersist(state));
      }
      for (const event of this.#early.splice(0)) this.#receive(event);
    }
    for (const listener of this.#listeners) listener();
  }
}
