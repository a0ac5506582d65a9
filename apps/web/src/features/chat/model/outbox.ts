import { messageMaxLength } from '@skein/contracts/limits';
import type { ConversationOptions } from './conversation-options.ts';
import type { ConversationAction } from './conversation-reducer.ts';
import { canSend } from './conversation-state.ts';
import type { Attachment, ConversationState, Draft, Outgoing } from './conversation-state.ts';
import { toMessage } from './message.ts';

type Options = Pick<
  ConversationOptions,
  'partnerId' | 'transport' | 'callbacks' | 'classifyError'
> & {
  getState: () => ConversationState;
  dispatch: (action: ConversationAction) => void;
  /** The server has rejected a message. The viewer's permission to write may have changed. */
  onRejected: () => void;
};

export interface Outbox {
  send: () => void;
  cancel: (clientMessageId: string) => void;
}

/** Sends the messages of a conversation one after the other, in the order they were written. */
export function createOutbox(options: Options): Outbox {
  const { partnerId, transport, callbacks, classifyError, getState, dispatch, onRejected } =
    options;
  const abortControllers = new Map<string, AbortController>();
  let lastDelivery: Promise<void> = Promise.resolve();

  const upload = async (outgoing: Outgoing, attachment: Attachment, signal: AbortSignal) => {
    const { clientMessageId } = outgoing;
    const mediaUrl = await transport.upload(attachment, {
      signal,
      onProgress: (progress) => dispatch({ type: 'upload-progressed', clientMessageId, progress }),
    });
    dispatch({ type: 'uploaded', clientMessageId, mediaUrl });
    return { ...outgoing, attachment: { ...attachment, mediaUrl } };
  };

  const deliver = async (outgoing: Outgoing, { signal }: AbortController): Promise<void> => {
    const { clientMessageId, attachment } = outgoing;
    try {
      signal.throwIfAborted();
      const uploaded =
        attachment?.mediaUrl === null ? await upload(outgoing, attachment, signal) : outgoing;
      signal.throwIfAborted();
      // The server may receive the message from here on: it can no longer be canceled.
      abortControllers.delete(clientMessageId);
      const message = {
        ...(await transport.send(partnerId, uploaded)),
        clientMessageId,
      };
      dispatch({ type: 'message-received', message: toMessage(message) });
      callbacks.onSent(message);
    } catch (error) {
      // The server may have rejected the message because it no longer has the upload.
      const keepsUpload = signal.aborted || classifyError(error) === 'unknown';
      const wasSending = isSending(getState(), clientMessageId);
      dispatch({ type: 'sending-stopped', clientMessageId, keepsUpload });
      if (!signal.aborted && wasSending) callbacks.onSendFailed(error);
      if (!keepsUpload) onRejected();
    } finally {
      abortControllers.delete(clientMessageId);
    }
  };

  return {
    send() {
      const state = getState();
      if (!canSend(state, messageMaxLength)) return;
      const outgoing = toOutgoing(state.draft);
      const controller = new AbortController();
      abortControllers.set(outgoing.clientMessageId, controller);
      dispatch({ type: 'sending-started', outgoing });
      lastDelivery = lastDelivery.then(() => deliver(outgoing, controller));
    },
    cancel: (clientMessageId) => abortControllers.get(clientMessageId)?.abort(),
  };
}

function isSending({ outgoing }: ConversationState, clientMessageId: string): boolean {
  return outgoing.some((item) => item.clientMessageId === clientMessageId);
}

function toOutgoing({ text, attachment, replyTo, failed }: Draft): Outgoing {
  const content = text.trim();
  const isUnchanged = failed?.content === content;
  return {
    clientMessageId: isUnchanged ? failed.clientMessageId : crypto.randomUUID(),
    content,
    attachment,
    replyTo,
    createdAt: new Date().toISOString(),
    progress: attachment?.mediaUrl === null ? 0 : 1,
  };
}
