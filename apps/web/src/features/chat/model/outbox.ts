import { messageMaxLength } from '@skein/contracts/limits';
import type { ConversationOptions } from './conversation-options.ts';
import type { ConversationAction } from './conversation-reducer.ts';
import { canSend } from './conversation-state.ts';
import type { Attachment, ConversationState, Draft, Outgoing } from './conversation-state.ts';

type Options = Pick<ConversationOptions, 'partnerId' | 'transport' | 'watcher' | 'judge'> & {
  getState: () => ConversationState;
  dispatch: (action: ConversationAction) => void;
  /** The server wants no message: whether one may write, for one, has changed. */
  onRefused: () => void;
};

export interface Outbox {
  send: () => void;
  cancel: (clientMessageId: string) => void;
}

/** Sends the messages of a conversation one behind the other, so that they arrive as written. */
export function createOutbox(options: Options): Outbox {
  const { partnerId, transport, watcher, judge, getState, dispatch, onRefused } = options;
  const cancelling = new Map<string, AbortController>();
  let lastSending: Promise<void> = Promise.resolve();

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
      const ready =
        attachment?.mediaUrl === null ? await upload(outgoing, attachment, signal) : outgoing;
      signal.throwIfAborted();
      // From here on it can arrive: there is no calling it back.
      cancelling.delete(clientMessageId);
      const message = { ...(await transport.send(partnerId, ready)), clientMessageId };
      dispatch({ type: 'message-received', message });
      watcher.onSent(message);
    } catch (error) {
      // What the server has refused may be for an upload that it keeps no longer.
      const keepsUpload = signal.aborted || judge(error) === 'unknown';
      const isWaiting = isOnItsWay(getState(), clientMessageId);
      dispatch({ type: 'sending-stopped', clientMessageId, keepsUpload });
      if (!signal.aborted && isWaiting) watcher.onSendFailed(error);
      if (!keepsUpload) onRefused();
    } finally {
      cancelling.delete(clientMessageId);
    }
  };

  return {
    send() {
      const state = getState();
      if (!canSend(state, messageMaxLength)) return;
      const outgoing = toOutgoing(state.draft);
      const controller = new AbortController();
      cancelling.set(outgoing.clientMessageId, controller);
      dispatch({ type: 'sending-started', outgoing });
      lastSending = lastSending.then(() => deliver(outgoing, controller));
    },
    cancel: (clientMessageId) => cancelling.get(clientMessageId)?.abort(),
  };
}

function isOnItsWay({ outgoing }: ConversationState, clientMessageId: string): boolean {
  return outgoing.some((item) => item.clientMessageId === clientMessageId);
}

function toOutgoing({ text, attachment, failed }: Draft): Outgoing {
  const content = text.trim();
  const isSame = failed?.content === content;
  return {
    clientMessageId: isSame ? failed.clientMessageId : crypto.randomUUID(),
    content,
    attachment,
    createdAt: new Date().toISOString(),
    progress: attachment?.mediaUrl === null ? 0 : 1,
  };
}
