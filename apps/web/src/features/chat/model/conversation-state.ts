import { countCodePoints } from '@skein/contracts/text';
import type { ChatMessage, ConversationSettings } from '@skein/contracts/chat';
import type { User } from '@skein/contracts/users';

/** A file that goes with a message. */
export interface Attachment {
  id: string;
  file: File;
  kind: 'image' | 'video' | 'audio';
  altText: string;
  /** Its address on the server, once it is there. */
  mediaUrl: string | null;
}

/** A message on its way: the specification's temporary message. */
export interface Outgoing {
  clientMessageId: string;
  content: string;
  attachment: Attachment | null;
  createdAt: string;
  /** Share of its file that has gone out. */
  progress: number;
}

/** What is being written. */
export interface Draft {
  text: string;
  attachment: Attachment | null;
  /**
   * The message that failed and stands here again, as long as nothing else was written. Sent under
   * its first name it cannot be doubled, should the server have got it after all.
   */
  failed: Pick<Outgoing, 'clientMessageId' | 'content'> | null;
}

/** One conversation, as the viewer sees it. */
export interface ConversationState {
  status: 'loading' | 'ready' | 'failed' | 'missing';
  partner: User | null;
  settings: ConversationSettings;
  canWrite: boolean;
  /** Ordered by id, which is the order of time; each once. */
  messages: readonly ChatMessage[];
  older: { cursor: string | null; status: 'idle' | 'loading' | 'failed' };
  /** What came while the newest page was on its way, which may not have them yet. */
  arrivedIds: ReadonlySet<string>;
  /** Taken back by their sender; also before the message itself is known. */
  unsentIds: ReadonlySet<string>;
  /** All up to this one are gone, for the viewer. */
  clearedUpTo: string | null;
  outgoing: readonly Outgoing[];
  /** The last message that the other has read, and that the viewer has. */
  seenUpTo: string | null;
  readUpTo: string | null;
  isPartnerTyping: boolean;
  draft: Draft;
}

export const emptyDraft: Draft = { text: '', attachment: null, failed: null };

/** A conversation of which nothing is known yet. */
export function startConversation(draft: Draft = emptyDraft): ConversationState {
  return {
    status: 'loading',
    partner: null,
    settings: { isMuted: true, isIgnored: false },
    canWrite: true,
    messages: [],
    older: { cursor: null, status: 'idle' },
    arrivedIds: new Set(),
    unsentIds: new Set(),
    clearedUpTo: null,
    outgoing: [],
    seenUpTo: null,
    readUpTo: null,
    isPartnerTyping: false,
    draft,
  };
}

/** Whether there is something to send. */
export function canSend(
  { draft, canWrite, status }: ConversationState,
  maxLength: number,
): boolean {
  const text = draft.text.trim();
  const isFilled = text !== '' || draft.attachment !== null;
  return isFilled && canWrite && status === 'ready' && countCodePoints(text) <= maxLength;
}

/** Whether a draft is a message that was sent under this name, with not a word changed since. */
export function isStillDraft({ text, failed }: Draft, clientMessageId: string): boolean {
  return failed?.clientMessageId === clientMessageId && text.trim() === failed.content;
}

/** What would be lost with the page: what is still on its way, then what is being written. */
export function draftToKeep({
  draft,
  outgoing,
}: ConversationState): readonly [draft: Draft, isOnItsWay: boolean] {
  const [first] = outgoing;
  if (!first) return [draft, false];
  const isWriting = draft.text.trim() !== '';
  const texts = outgoing.map(({ content }) => content);
  const text = (isWriting ? [...texts, draft.text] : texts).join('\n');
  const failed = outgoing.length === 1 && !isWriting ? first : null;
  return [{ text, attachment: first.attachment, failed }, !isWriting];
}

/** The last message of the other that the viewer has not read; null if there is none. */
export function findUnread(
  { messages, readUpTo }: Pick<ConversationState, 'messages' | 'readUpTo'>,
  partnerId: string,
): ChatMessage | null {
  const last = messages.findLast(({ senderId }) => senderId === partnerId);
  if (!last || last.isRead || (readUpTo !== null && last.id <= readUpTo)) return null;
  return last;
}
