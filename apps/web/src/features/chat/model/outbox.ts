import type { ConversationFields } from '@skein/contracts/chat';
import { messageMaxLength } from '@skein/contracts/limits';
import type { ConversationOptions } from './conversation-options.ts';
import type { ConversationAction } from './conversation-actions.ts';
import { canSend, emptyDraft, isEmpty } from './conversation-state.ts';
import type { Attachment, ConversationState, Draft, Outgoing } from './conversation-state.ts';
import { uploadFiles } from './upload-files.ts';

type Options = Pick<ConversationOptions, 'transport' | 'callbacks' | 'classifyError'> & {
  getState: () => ConversationState;
  dispatch: (action: ConversationAction) => void;
  /** The server has rejected a message. The viewer's permission to write may have changed. */
  onRejected: () => void;
};

export interface Outbox {
  send: () => void;
  /**
   * Sends a recording. A draft with text or files stays in the message box, otherwise the recording is
   * the reply. Where the viewer cannot send, the recording is added to the draft.
   */
  sendRecording: (recording: Attachment) => void;
  cancel: (clientMessageId: string) => void;
}

/** Sends the messages of a conversation one after the other, in the order they were written. */
export function createOutbox(options: Options): Outbox {
  const { transport, callbacks, classifyError, getState, dispatch, onRejected } = options;
  const abortControllers = new Map<string, AbortController>();
  let lastDelivery: Promise<void> = Promise.resolve();

  const deliver = async (
    conversation: ConversationFields,
    outgoing: Outgoing,
    { signal }: AbortController,
  ): Promise<void> => {
    const { clientMessageId } = outgoing;
    try {
      signal.throwIfAborted();
      const uploaded = await uploadFiles({ transport, dispatch }, outgoing, signal);
      signal.throwIfAborted();
      // The server may receive the message from here on: it can no longer be canceled.
      abortControllers.delete(clientMessageId);
      const message = { ...(await transport.send(conversation, uploaded)), clientMessageId };
      dispatch({ type: 'message-received', message });
      callbacks.onSent(message);
    } catch (error) {
      // The server may have rejected the message because it no longer has the uploads.
      const keepsUploads = signal.aborted || classifyError(error) === 'unknown';
      const wasSending = isSending(getState(), clientMessageId);
      dispatch({ type: 'sending-stopped', clientMessageId, keepsUploads });
      if (!signal.aborted && wasSending) callbacks.onFailed('send', error);
      if (!keepsUploads) onRejected();
    } finally {
      abortControllers.delete(clientMessageId);
    }
  };

  const start = (message: Draft, remaining: Draft) => {
    const { conversation } = getState();
    if (conversation === null) return;
    const outgoing = toOutgoing(message);
    const controller = new AbortController();
    abortControllers.set(outgoing.clientMessageId, controller);
    dispatch({ type: 'sending-started', outgoing, draft: remaining });
    lastDelivery = lastDelivery.then(() => deliver(conversation, outgoing, controller));
  };

  return {
    send() {
      const state = getState();
      if (canSend(state, messageMaxLength)) start(state.draft, emptyDraft);
    },
    sendRecording(recording) {
      const state = { ...getState(), editing: null };
      const { draft } = state;
      const remaining = isEmpty(state) ? emptyDraft : draft;
      const replyTo = isEmpty(state) ? draft.replyTo : null;
      const message = { ...emptyDraft, attachments: [recording], replyTo };
      if (canSend({ ...state, draft: message }, messageMaxLength)) {
        start(message, remaining);
        return;
      }
      const attachments = [...draft.attachments, recording];
      dispatch({ type: 'attachments-changed', attachments });
    },
    cancel: (clientMessageId) => abortControllers.get(clientMessageId)?.abort(),
  };
}

function isSending({ outgoing }: ConversationState, clientMessageId: string): boolean {
  return outgoing.some((item) => item.clientMessageId === clientMessageId);
}

function toOutgoing({ text, attachments, replyTo, failed }: Draft): Outgoing {
  const content = text.trim();
  const isUnchanged = failed?.content === content;
  return {
    clientMessageId: isUnchanged ? failed.clientMessageId : crypto.randomUUID(),
    content,
    attachments,
    replyTo,
    createdAt: new Date().toISOString(),
    progress: attachments.some(({ mediaUrl }) => mediaUrl === null) ? 0 : 1,
  };
}
