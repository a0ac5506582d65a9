import type { ChatMessage } from '@skein/contracts/chat';
import type { ConversationAction } from './conversation-actions.ts';
import { emptyDraft, isUnchangedRetry } from './conversation-state.ts';
import type { ConversationState, Draft, Outgoing } from './conversation-state.ts';

export function reduceSending(
  state: ConversationState,
  action: ConversationAction,
): ConversationState {
  switch (action.type) {
    case 'text-changed':
      return { ...state, draft: { ...state.draft, text: action.text } };
    case 'draft-received':
      return { ...state, draft: action.draft };
    case 'draft-loaded':
      return {
        ...state,
        draft: withLoaded(state.draft, action.draft),
        lostFiles: action.lostFiles,
      };
    case 'attachments-changed':
      return {
        ...state,
        draft: { ...state.draft, attachments: action.attachments, failed: null },
        lostFiles: [],
      };
    case 'reply-changed':
      return { ...state, draft: { ...state.draft, replyTo: action.replyTo, failed: null } };
    default:
      return reduceOutgoing(state, action);
  }
}

function reduceOutgoing(state: ConversationState, action: ConversationAction): ConversationState {
  switch (action.type) {
    case 'sending-started':
      return {
        ...state,
        draft: action.draft,
        lostFiles: [],
        outgoing: [...state.outgoing, action.outgoing],
      };
    case 'upload-progressed':
      return withOutgoing(state, action.clientMessageId, (outgoing) => ({
        ...outgoing,
        progress: action.progress,
      }));
    case 'uploaded':
      return withOutgoing(state, action.clientMessageId, (outgoing) => ({
        ...outgoing,
        attachments: outgoing.attachments.map((known) =>
          known.id === action.attachment.id ? action.attachment : known,
        ),
      }));
    case 'sending-stopped':
      return restoreDraft(state, action.clientMessageId, action.keepsUploads);
    case 'message-received':
      return removeDelivered(state, action.message);
    case 'newest-loaded':
    case 'window-loaded':
      return action.page.content.reduce(removeDelivered, state);
    default:
      return state;
  }
}

/** The user may have written or attached something meanwhile. */
function withLoaded(draft: Draft, loaded: Draft): Draft {
  const attachments = [...loaded.attachments, ...draft.attachments];
  return draft.text === '' ? { ...loaded, attachments } : { ...draft, attachments };
}

function withOutgoing(
  state: ConversationState,
  clientMessageId: string,
  change: (outgoing: Outgoing) => Outgoing,
): ConversationState {
  const outgoing = state.outgoing.map((item) =>
    item.clientMessageId === clientMessageId ? change(item) : item,
  );
  return { ...state, outgoing };
}

/** Moves an unsent message back to the draft, before any text written since. */
function restoreDraft(
  state: ConversationState,
  clientMessageId: string,
  keepsUploads: boolean,
): ConversationState {
  const stopped = state.outgoing.find((item) => item.clientMessageId === clientMessageId);
  // The stream has delivered the message before the request failed.
  if (!stopped) return state;
  const outgoing = state.outgoing.filter((item) => item !== stopped);
  return { ...state, outgoing, draft: getDraft(stopped, state.draft, keepsUploads) };
}

function getDraft(stopped: Outgoing, draft: Draft, keepsUploads: boolean): Draft {
  const attachments = keepsUploads
    ? stopped.attachments
    : stopped.attachments.map((attachment) => ({ ...attachment, mediaUrl: null }));
  if (draft.text.trim() === '' && draft.attachments.length === 0) {
    return { text: stopped.content, attachments, replyTo: stopped.replyTo, failed: stopped };
  }
  const text = [stopped.content, draft.text].filter((part) => part.trim() !== '').join('\n');
  const replyTo = draft.replyTo ?? stopped.replyTo;
  return { text, attachments: [...attachments, ...draft.attachments], replyTo, failed: null };
}

/** Removes the outgoing message and the draft that a delivered message replaces. */
function removeDelivered(
  state: ConversationState,
  { clientMessageId }: Pick<ChatMessage, 'clientMessageId'>,
): ConversationState {
  if (clientMessageId === null) return state;
  const isOutgoing = state.outgoing.some((item) => item.clientMessageId === clientMessageId);
  const isDraft = isUnchangedRetry(state.draft, clientMessageId);
  if (!isOutgoing && !isDraft) return state;
  return {
    ...state,
    outgoing: state.outgoing.filter((item) => item.clientMessageId !== clientMessageId),
    draft: isDraft ? emptyDraft : state.draft,
  };
}
