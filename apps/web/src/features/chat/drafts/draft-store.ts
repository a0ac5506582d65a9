import type { ChatMessage } from '@skein/contracts/chat';
import { createDraftFiles, removeFiles } from '../../composer/stored-files/draft-files.ts';
import { listFiles } from '../../composer/stored-files/file-list.ts';
import type { FileEntry } from '../../composer/stored-files/file-list.ts';
import type { ConversationNames } from '../model/conversation.ts';
import { emptyDraft, isUnchangedRetry } from '../model/conversation-state.ts';
import type { Attachment, Draft } from '../model/conversation-state.ts';
import { emptyEntry, readEntry, subscribeToReceivedDrafts, writeEntry } from './draft-entries.ts';
import type { DraftEntry } from './draft-entries.ts';
import { toAttachments } from '../compose/to-attachments.ts';
import { getKey, getName, receiveDraft, saveSoon } from './sync-drafts.ts';
import type { StoredDraft } from './sync-drafts.ts';

/** The draft of each conversation, stored until it is sent. */
export interface DraftStore {
  /** Returns the draft without its files. */
  read: (conversationId: string) => Draft;
  /** The files of a draft, which are to be uploaded; null if it has none. Never rejects. */
  readFiles: (conversationId: string) => Promise<Attachment[]> | null;
  /** The names of the files that could not be restored, once. */
  takeLost: (conversationId: string) => string[];
  /** Whether another tab has removed or sent the files that this one has read or written. */
  areFilesRemoved: (conversationId: string) => boolean;
  /** @param isSending The draft is being sent. It stays stored until the server confirms it. */
  write: (conversation: ConversationNames, draft: Draft, isSending?: boolean) => void;
  /** Stores the draft of the server, if it is newer. */
  receive: (conversation: StoredDraft) => void;
  /** Calls the listener after another device or tab has changed drafts. */
  onReceived: (listener: () => void) => void;
}

/**
 * Stores drafts in localStorage, separately for each account, and then on the server. Their files
 * stay in IndexedDB.
 */
export function createDraftStore(viewerId: string): DraftStore {
  const files = createDraftFiles(viewerId);
  return {
    read(conversationId) {
      const entry = readEntry(getKey(viewerId, conversationId));
      if (entry === null) return emptyDraft;
      const { text, replyTo, sentId } = entry;
      const failed = sentId === null ? null : { clientMessageId: sentId, content: text.trim() };
      return { text, attachments: [], replyTo, failed };
    },
    readFiles: (conversationId) =>
      files.read(getName(conversationId))?.then((attachments) => toAttachments(attachments, [])) ??
      null,
    takeLost: (conversationId) => files.takeLost(getName(conversationId)).map(({ name }) => name),
    areFilesRemoved: (conversationId) => files.areRemoved(getName(conversationId)),
    write(conversation, draft, isSending = false) {
      const key = getKey(viewerId, conversation.conversationId);
      const name = getName(conversation.conversationId);
      files.write(name, draft.attachments);
      writeEntry(key, toEntry(draft, readEntry(key), listFiles(viewerId, name)));
      saveSoon(viewerId, conversation, isSending);
    },
    receive: (conversation) => receiveDraft(viewerId, conversation),
    onReceived: (listener) => void subscribeToReceivedDrafts(listener),
  };
}

/** Null for an empty draft that the server does not have. */
function toEntry(
  draft: Draft,
  stored: DraftEntry | null,
  files: readonly FileEntry[],
): DraftEntry | null {
  const { text, replyTo } = draft;
  const before = stored ?? emptyEntry;
  const { revision, isDirty } = before;
  if (text.trim() === '' && files.length === 0) {
    // The revision of an empty draft shows that older ones are outdated.
    if (revision === 0) return null;
    return { ...emptyEntry, revision, isDirty: isDirty || before.text !== '' };
  }
  const isSame = before.text === text && before.replyTo?.id === replyTo?.id;
  const sentId = findSentId(draft, files);
  return { text, replyTo, sentId, revision, isDirty: isDirty || !isSame };
}

/**
 * The id of the failed message. Null if the draft has changed since: with another text it is a new
 * message, and the files of another tab must not be removed when the failed message is delivered.
 */
function findSentId({ text, attachments, failed }: Draft, files: readonly FileEntry[]) {
  const isUnchanged = failed?.content === text.trim();
  const areOwn = files.every(({ id }) => attachments.some((own) => own.id === id));
  return isUnchanged && areOwn ? failed.clientMessageId : null;
}

/** Removes the stored draft of a delivered message, unless it has changed since. */
export function clearDeliveredDraft(message: ChatMessage): void {
  const { conversationId, senderId, clientMessageId } = message;
  // The server sends the client message id only to the sender.
  if (clientMessageId === null || senderId === null) return;
  const drafts = createDraftStore(senderId);
  if (!isUnchangedRetry(drafts.read(conversationId), clientMessageId)) return;
  removeFiles(senderId, getName(conversationId));
  // It has messages, so that the server finds it by its id.
  drafts.write({ conversationId, user: null }, emptyDraft);
}
