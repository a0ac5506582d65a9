import type { ChatMessage } from '@skein/contracts/chat';
import { emptyDraft, isStillDraft } from './conversation-state.ts';
import type { Attachment, ConversationState, Draft, Outgoing } from './conversation-state.ts';

/** What happens to what one writes, until it is a message like all others. */
export type SendingAction =
  | { type: 'text-changed'; text: string }
  | { type: 'attachment-changed'; attachment: Attachment | null }
  | { type: 'sending-started'; outgoing: Outgoing }
  | { type: 'upload-progressed'; clientMessageId: string; progress: number }
  | { type: 'uploaded'; clientMessageId: string; mediaUrl: string }
  /** It is removed and stands in the box again, with or without what was uploaded for it. */
  | { type: 'sending-stopped'; clientMessageId: string; keepsUpload: boolean };

export function reduceSending(state: ConversationState, action: SendingAction): ConversationState {
  switch (action.type) {
    case 'text-changed':
      return { ...state, draft: { ...state.draft, text: action.text } };
    case 'attachment-changed':
      return { ...state, draft: { ...state.draft, attachment: action.attachment, failed: null } };
    case 'sending-started':
      return { ...state, draft: emptyDraft, outgoing: [...state.outgoing, action.outgoing] };
    case 'upload-progressed':
      return withOutgoing(state, action.clientMessageId, (outgoing) => ({
        ...outgoing,
        progress: action.progress,
      }));
    case 'uploaded':
      return withOutgoing(state, action.clientMessageId, ({ attachment, ...outgoing }) => ({
        ...outgoing,
        attachment: attachment && { ...attachment, mediaUrl: action.mediaUrl },
      }));
    case 'sending-stopped':
      return restored(state, action.clientMessageId, action.keepsUpload);
  }
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

/** A message that did not go out stands in the box again, before what was written meanwhile. */
function restored(
  state: ConversationState,
  clientMessageId: string,
  keepsUpload: boolean,
): ConversationState {
  const stopped = state.outgoing.find((item) => item.clientMessageId === clientMessageId);
  // It arrived after all, and the stream told so before the request failed.
  if (!stopped) return state;
  const outgoing = state.outgoing.filter((item) => item !== stopped);
  return { ...state, outgoing, draft: draftOf(stopped, state.draft, keepsUpload) };
}

function draftOf(stopped: Outgoing, draft: Draft, keepsUpload: boolean): Draft {
  const attachment = keepsUpload
    ? stopped.attachment
    : stopped.attachment && { ...stopped.attachment, mediaUrl: null };
  if (draft.text.trim() === '' && draft.attachment === null) {
    return { text: stopped.content, attachment, failed: stopped };
  }
  const text = [stopped.content, draft.text].filter((part) => part.trim() !== '').join('\n');
  return { text, attachment: attachment ?? draft.attachment, failed: null };
}

/** A message is there: neither its temporary one nor its text in the box has a reason left. */
export function settle(
  state: ConversationState,
  { clientMessageId }: Pick<ChatMessage, 'clientMessageId'>,
): ConversationState {
  if (clientMessageId === null) return state;
  const isWaiting = state.outgoing.some((item) => item.clientMessageId === clientMessageId);
  const isInBox = isStillDraft(state.draft, clientMessageId);
  if (!isWaiting && !isInBox) return state;
  return {
    ...state,
    outgoing: state.outgoing.filter((item) => item.clientMessageId !== clientMessageId),
    draft: isInBox ? emptyDraft : state.draft,
  };
}
