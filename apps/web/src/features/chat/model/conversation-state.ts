import { messageEditMs, messageExcerptLength } from '@skein/contracts/limits';
import { countCodePoints } from '@skein/contracts/text';
import type { ChatMessage, ConversationFields, ConversationSettings } from '@skein/contracts/chat';
import type { Attachment as ComposerAttachment } from '../../composer/attachments/attachments-reducer.ts';

export interface Voice {
  durationMs: number;
  /** The loudness over time, up to 64 values from 0 to 31. */
  waveform: number[];
}

/** A file attached to a message. */
export interface Attachment extends ComposerAttachment {
  file: File;
  kind: 'image' | 'video' | 'audio';
  /** Set only for a voice message. */
  voice?: Voice;
  /** Its URL on the server, once it is uploaded. */
  mediaUrl: string | null;
}

/** A message that another one quotes. */
export type QuotedMessage = NonNullable<ChatMessage['replyTo']>;

/** A message that is being sent. */
export interface Outgoing {
  clientMessageId: string;
  content: string;
  attachments: readonly Attachment[];
  replyTo: QuotedMessage | null;
  createdAt: string;
  /** The uploaded fraction of its files, from 0 to 1. */
  progress: number;
}

/** The unsent content of the message box. */
export interface Draft {
  text: string;
  attachments: readonly Attachment[];
  replyTo: QuotedMessage | null;
  /**
   * The failed message this draft was restored from, while the text is unchanged. Sending it again
   * with the same id prevents a duplicate if the server has stored the first attempt.
   */
  failed: Pick<Outgoing, 'clientMessageId' | 'content'> | null;
}

/** An own message that is being edited in the message box. The draft stays unchanged. */
export interface Editing {
  /** Before the edit. */
  message: ChatMessage;
  text: string;
}

/** One conversation, as the viewer sees it. */
export interface ConversationState {
  status: 'loading' | 'ready' | 'failed' | 'missing';
  /** Null before the first page. */
  conversation: ConversationFields | null;
  /** The viewer is leaving the group: the server may no longer find it. */
  isLeaving: boolean;
  settings: ConversationSettings;
  /** The viewer has neither accepted the messages of others nor answered. */
  isRequest: boolean;
  canWrite: boolean;
  /** The other member has to accept or answer before the viewer can write more. */
  isAwaitingAnswer: boolean;
  /** The next message waits until the other member accepts it, which the viewer may know. */
  sendsRequest: boolean;
  canReact: boolean;
  /** Unique, ordered by id, which is chronological. */
  messages: readonly ChatMessage[];
  older: { cursor: string | null; status: 'idle' | 'loading' | 'failed' };
  /** Whether there are messages after the loaded ones, and their loading state. */
  newer: 'none' | 'idle' | 'loading' | 'failed';
  /** Messages received while newer ones are not loaded. */
  arrived: readonly ChatMessage[];
  /** Messages received while the newest page was loading: the page may lack them. */
  arrivedIds: ReadonlySet<string>;
  /** Deleted by their sender. A deletion may arrive before its message. */
  deletedIds: ReadonlySet<string>;
  /** Changed since they were loaded. A change may arrive before its message. */
  changedMessages: ReadonlyMap<string, ChatMessage>;
  /** The viewer's reactions that are being stored, by message; null removes one. */
  pendingReactions: ReadonlyMap<string, string | null>;
  /** The new texts of own messages that are being stored, by message. */
  pendingEdits: ReadonlyMap<string, string>;
  editing: Editing | null;
  /** The viewer has cleared all messages up to this id. */
  clearedUpTo: string | null;
  outgoing: readonly Outgoing[];
  /** The last message read by others (`seenUpTo`) and by the viewer (`readUpTo`). */
  seenUpTo: string | null;
  readUpTo: string | null;
  /** Own messages of the loaded pages that the other member's server did not accept. */
  undeliveredIds: ReadonlySet<string>;
  /** The other members who are typing. */
  typingIds: readonly string[];
  draft: Draft;
  /** The names of the files of the draft that could not be restored. */
  lostFiles: readonly string[];
}

export const emptyDraft: Draft = { text: '', attachments: [], replyTo: null, failed: null };

/** The state of a conversation before its first load. */
export function startConversation(): ConversationState {
  return {
    status: 'loading',
    conversation: null,
    isLeaving: false,
    settings: { isMuted: true, isIgnored: false, isPinned: false, isMentionMuted: false },
    isRequest: false,
    canWrite: true,
    isAwaitingAnswer: false,
    sendsRequest: false,
    canReact: false,
    messages: [],
    older: { cursor: null, status: 'idle' },
    newer: 'none',
    arrived: [],
    arrivedIds: new Set(),
    deletedIds: new Set(),
    changedMessages: new Map(),
    pendingReactions: new Map(),
    pendingEdits: new Map(),
    editing: null,
    clearedUpTo: null,
    outgoing: [],
    seenUpTo: null,
    readUpTo: null,
    undeliveredIds: new Set(),
    typingIds: [],
    draft: emptyDraft,
    lostFiles: [],
  };
}

/** Whether the draft, or the message that is being edited, can be sent now. */
export function canSend(
  { draft, editing, canWrite, status }: ConversationState,
  maxLength: number,
): boolean {
  const text = (editing ?? draft).text.trim();
  const hasFile = editing
    ? editing.message.messageType !== 'text' || editing.message.sharedThreadId !== null
    : draft.attachments.length > 0;
  const hasContent = text !== '' || hasFile;
  return hasContent && canWrite && status === 'ready' && countCodePoints(text) <= maxLength;
}

/** Whether the message box has neither text nor files. */
export function isEmpty({ draft, editing }: Pick<ConversationState, 'draft' | 'editing'>): boolean {
  return editing === null && draft.text === '' && draft.attachments.length === 0;
}

/** Whether a draft is the unchanged text of the failed message with this id. */
export function isUnchangedRetry({ text, failed }: Draft, clientMessageId: string): boolean {
  return failed?.clientMessageId === clientMessageId && text.trim() === failed.content;
}

/** The content that a page reload would lose: outgoing messages, then the draft. */
export function draftToPersist({
  draft,
  outgoing,
}: ConversationState): readonly [draft: Draft, isSending: boolean] {
  const [first] = outgoing;
  if (!first) return [draft, false];
  const isWriting = draft.text.trim() !== '' || draft.attachments.length > 0;
  const texts = [...outgoing.map(({ content }) => content), draft.text];
  const text = texts.filter((part) => part.trim() !== '').join('\n');
  const attachments = [...outgoing, draft].flatMap((message) => message.attachments);
  const failed = outgoing.length === 1 && !isWriting ? first : null;
  const { replyTo } = isWriting ? draft : first;
  return [{ text, attachments, replyTo, failed }, !isWriting];
}

/** Whether the draft of another device or tab replaces that of this one, unless another message is being written or sent. */
export function acceptsDraft(
  { draft, outgoing }: ConversationState,
  received: Draft,
  { areFilesRemoved, isWriting }: { areFilesRemoved: boolean; isWriting: boolean },
): boolean {
  if (outgoing.length > 0) return false;
  if (areFilesRemoved) return true;
  const isSame = received.text.trim() === draft.text.trim();
  const isSameReply = received.text.trim() === '' || received.replyTo?.id === draft.replyTo?.id;
  return !isWriting && draft.attachments.length === 0 && !(isSame && isSameReply);
}

/** Whether the viewer can still edit a message. The server decides. */
export function canEdit(
  { senderId, isDeleted, createdAt }: ChatMessage,
  viewerId: string,
): boolean {
  return senderId === viewerId && !isDeleted && Date.now() - Date.parse(createdAt) < messageEditMs;
}

/** A message as a reply quotes it. */
export function toQuoted({ id, senderId, content, messageType }: QuotedMessage): QuotedMessage {
  return { id, senderId, content: toExcerpt(content), messageType, isDeleted: false };
}

/** The beginning of a text, as quotes show it. */
export function toExcerpt(content: string): string {
  return Array.from(content).slice(0, messageExcerptLength).join('');
}

/** The last message of others if the viewer has not read it. */
export function findUnread(
  { messages, readUpTo, conversation }: ConversationState,
  viewerId: string,
): ChatMessage | null {
  const last = messages.findLast(({ senderId }) => senderId !== viewerId);
  // In a group, another member may have read it.
  const isRead = last?.isRead === true && conversation?.kind !== 'group';
  if (!last || isRead || (readUpTo !== null && last.id <= readUpTo)) return null;
  return last;
}
