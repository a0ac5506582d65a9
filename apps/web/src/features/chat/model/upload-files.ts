import type { ChatTransport } from '../api/chat-client.ts';
import type { Attachment, Outgoing } from './conversation-state.ts';
import type { SendingAction } from './conversation-actions.ts';

interface Dependencies {
  transport: Pick<ChatTransport, 'upload'>;
  dispatch: (action: SendingAction) => void;
}

/** Uploads the files that the server does not have yet, one after the other, as it limits uploads. */
export async function uploadFiles(
  { transport, dispatch }: Dependencies,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<Outgoing> {
  const { clientMessageId } = outgoing;
  const attachments: Attachment[] = [];
  const total = getSize(outgoing.attachments);
  for (const attachment of outgoing.attachments) {
    signal.throwIfAborted();
    const before = getSize(attachments);
    const onProgress = (fraction: number) => {
      const progress = (before + attachment.file.size * fraction) / total;
      dispatch({ type: 'upload-progressed', clientMessageId, progress });
    };
    const mediaUrl =
      attachment.mediaUrl ?? (await transport.upload(attachment, { signal, onProgress }));
    const uploaded = { ...attachment, mediaUrl };
    attachments.push(uploaded);
    dispatch({ type: 'uploaded', clientMessageId, attachment: uploaded });
  }
  return { ...outgoing, attachments };
}

const getSize = (attachments: readonly Attachment[]): number =>
  attachments.reduce((sum, { file }) => sum + file.size, 0);
