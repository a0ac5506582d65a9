import type { ChatMessage } from '@skein/contracts/chat';
import { messageMaxLength } from '@skein/contracts/limits';
import type { ChatTransport } from '../api/chat-client.ts';
import type { ConversationCallbacks, ConversationOptions } from './conversation-options.ts';
import type { ChangeAction, EditingAction } from './conversation-actions.ts';
import { canEdit, canSend } from './conversation-state.ts';
import type { ConversationState, Editing } from './conversation-state.ts';
import { applyChanges } from './message-changes.ts';
import { createQueue } from './queue.ts';

type Options = Pick<ConversationOptions, 'viewerId'> & {
  transport: Pick<ChatTransport, 'editMessage'>;
  callbacks: Pick<ConversationCallbacks, 'onEdited' | 'onFailed'>;
  getState: () => ConversationState;
  dispatch: (action: ChangeAction | EditingAction) => void;
};

export interface Edits {
  /** Edits an own message in the message box. */
  start: (message: ChatMessage) => void;
  /** Edits the viewer's last message. False if there is none that can be edited. */
  startLast: () => boolean;
  write: (text: string) => void;
  cancel: () => void;
  /** Stores the edited text, if it can be sent. */
  save: () => void;
}

/**
 * Edits the viewer's messages. The texts of one message are stored one after the other; the last one
 * is shown until all are stored. A text that is not stored returns to the message box.
 */
export function createEdits({
  viewerId,
  transport,
  callbacks,
  getState,
  dispatch,
}: Options): Edits {
  const enqueue = createQueue();

  const store = async (editing: Editing, content: string): Promise<void> => {
    try {
      const message = await transport.editMessage(editing.message.id, content);
      dispatch({ type: 'message-changed', message });
      callbacks.onEdited(message);
    } catch (error) {
      dispatch({ type: 'edit-failed', editing });
      callbacks.onFailed('edit', error);
    }
  };
  const change = (editing: Editing | null) => dispatch({ type: 'editing-changed', editing });
  const start = (message: ChatMessage) => change({ message, text: message.content });

  return {
    start,
    startLast() {
      const last = findLastOwn(getState(), viewerId);
      if (last) start(last);
      return last !== undefined;
    },
    write(text) {
      const { editing } = getState();
      if (editing) change({ ...editing, text });
    },
    cancel: () => change(null),
    save() {
      const state = getState();
      const { editing } = state;
      if (!editing || !canSend(state, messageMaxLength)) return;
      const messageId = editing.message.id;
      const content = editing.text.trim();
      if (content === editing.message.content) {
        change(null);
        return;
      }
      dispatch({ type: 'edit-started', messageId, content });
      void enqueue(messageId, () => store(editing, content)).then((isLast) => {
        if (isLast) dispatch({ type: 'edit-ended', messageId });
      });
    },
  };
}

/** The viewer's last message that can be edited. */
function findLastOwn(state: ConversationState, viewerId: string): ChatMessage | undefined {
  const findLoaded = (id: string) => state.messages.find((message) => message.id === id);
  return state.messages
    .filter(({ senderId }) => senderId === viewerId)
    .map((message) => applyChanges(message, state, { viewerId, findLoaded }))
    .findLast((message) => canEdit(message, viewerId));
}
