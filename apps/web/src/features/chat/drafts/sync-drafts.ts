import * as routes from '@skein/contracts/routes';
import type { Conversation } from '@skein/contracts/chat';
import { request } from '../../../api/index.ts';
import { getRequestName } from '../model/conversation.ts';
import type { ConversationNames } from '../model/conversation.ts';
import { emptyEntry, notifyReceived, readEntry, writeEntry } from './draft-entries.ts';

/** A conversation with the draft that the server has. */
export type StoredDraft = ConversationNames & Pick<Conversation, 'draft'>;

const saveDelayMs = 1000;
const timers = new Map<string, ReturnType<typeof setTimeout>>();
// In memory only: after a reload nothing is being sent any more.
const sendingKeys = new Set<string>();

export const getKey = (viewerId: string, conversationId: string): string =>
  `draft:${viewerId}:${getName(conversationId)}`;

/** The name under which the files of a draft are stored. */
export const getName = (conversationId: string): string => `chat:${conversationId}`;

/** Whether this page is sending the stored draft. */
export function isDraftSending(viewerId: string, conversationId: string): boolean {
  return sendingKeys.has(getKey(viewerId, conversationId));
}

/** Saves the stored draft on the server a moment later, once it is not being sent; an empty one at once. */
export function saveSoon(
  viewerId: string,
  conversation: ConversationNames,
  isSending = false,
): void {
  const key = getKey(viewerId, conversation.conversationId);
  clearTimeout(timers.get(key));
  timers.delete(key);
  if (isSending) sendingKeys.add(key);
  else sendingKeys.delete(key);
  const entry = readEntry(key);
  if (isSending || entry?.isDirty !== true) return;
  const save = () => {
    timers.delete(key);
    // A draft that could not be saved stays on the device until the next change or page.
    saveDraft(key, conversation).catch(() => undefined);
  };
  timers.set(key, setTimeout(save, entry.text === '' ? 0 : saveDelayMs));
}

async function saveDraft(key: string, conversation: ConversationNames): Promise<void> {
  const entry = readEntry(key);
  if (entry === null) return;
  const { text, replyTo } = entry;
  const { revision } = await request(routes.saveMessageDraft, {
    params: { userId: getRequestName(conversation) },
    body: { text, replyToId: replyTo?.id ?? null },
  });
  // There is no conversation yet.
  if (revision === 0) return;
  const current = readEntry(key) ?? emptyEntry;
  const isDirty = current.text !== text || current.replyTo?.id !== replyTo?.id;
  writeEntry(key, { ...current, revision, isDirty });
  // It was sent meanwhile. Other changes have a timer of their own.
  if (isDirty && current.text === '') await saveDraft(key, conversation);
}

/** Stores a newer draft of another device, unless this one has a change that is not saved yet. */
export function receiveDraft(viewerId: string, conversation: StoredDraft): void {
  const key = getKey(viewerId, conversation.conversationId);
  const entry = readEntry(key);
  if (entry?.isDirty === true) {
    // Written later than the draft of the server, which it replaces.
    if (!timers.has(key) && !sendingKeys.has(key)) saveSoon(viewerId, conversation);
    return;
  }
  const { draft } = conversation;
  if (!draft || draft.revision <= (entry?.revision ?? 0)) return;
  const { text, replyTo, revision } = draft;
  writeEntry(key, { text, replyTo, revision, sentId: null, isDirty: false });
  // If there is no storage, the text box keeps its text.
  if (readEntry(key) !== null) notifyReceived();
}

/** Loads a draft that another device has saved. */
export async function loadDraft(
  viewerId: string,
  { conversationId, revision }: { conversationId: string; revision: number },
): Promise<void> {
  const entry = readEntry(getKey(viewerId, conversationId));
  if (entry !== null && (entry.isDirty || entry.revision >= revision)) return;
  const draft = await request(routes.getMessageDraft, { params: { userId: conversationId } });
  receiveDraft(viewerId, { conversationId, user: null, draft });
}
