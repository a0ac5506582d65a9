import type { ChatMessage, MessageType } from '@skein/contracts/chat';
import type { Transaction } from '@skein/db';
import { ValidationError } from '../../../platform/errors.ts';
import type { ResponseMessage } from '../../../platform/messages.ts';
import { isSameUpload } from '../../media/index.ts';
import type { MediaModule, MediaRow } from '../../media/index.ts';

/** Either the URL of one file or a list of files. */
export interface FilesInput {
  messageType: MessageType;
  mediaUrl?: string | null | undefined;
  attachments?: AttachmentInput[] | null | undefined;
}

interface AttachmentInput {
  mediaUrl: string;
  altText?: string | null | undefined;
  voice?: Voice | null | undefined;
}

interface Voice {
  durationMs: number;
  waveform: number[];
}

export interface AttachedFile {
  mediaUrl: string;
  /** Null to keep the alt text of the upload. */
  altText: string | null;
  voice: Voice | null;
}

/** @throws ValidationError for a text message with files, or another one without */
export function toFiles(input: FilesInput): AttachedFile[] {
  const { messageType, attachments } = input;
  const mediaUrl = toNullable(input.mediaUrl);
  const path = attachments ? 'attachments' : 'mediaUrl';
  const reject = (message: ResponseMessage) => new ValidationError([{ path, message }]);
  if (attachments && mediaUrl !== null) throw reject('error.messageFilesTwice');
  const single = mediaUrl === null ? [] : [{ mediaUrl }];
  const files: AttachmentInput[] = attachments ?? single;
  if (messageType === 'text' && files.length > 0) {
    throw reject('error.textWithFile');
  }
  if (messageType !== 'text' && files.length === 0) {
    throw reject('error.messageWithoutFile');
  }
  if (!canBeVoice(messageType, files)) throw reject('error.voiceNotAudio');
  return files.map(({ mediaUrl: url, altText = null, voice = null }) => ({
    mediaUrl: url,
    altText,
    voice,
  }));
}

/** Forms send an empty text instead of null. */
const toNullable = (url: FilesInput['mediaUrl']): string | null =>
  url === '' ? null : (url ?? null);

const canBeVoice = (type: MessageType, files: readonly AttachmentInput[]): boolean =>
  (type === 'audio' && files.length === 1) || files.every(({ voice }) => !voice);

interface MessageFiles {
  id: string;
  senderId: string;
  type: MessageType;
  files: readonly AttachedFile[];
}

/** @throws ValidationError for a file that the sender may not use, or several with a sound file */
export async function claimFiles(
  media: Pick<MediaModule, 'claim'>,
  tx: Transaction,
  { id, senderId, type, files }: MessageFiles,
): Promise<{ media: MediaRow | null; moreMedia: MediaRow[] }> {
  const claimed: MediaRow[] = [];
  for (const [position, file] of files.entries()) {
    const row = await media.claim(tx, {
      ...file,
      ownerId: senderId,
      mediaType: position === 0 && type !== 'text' ? type : undefined,
      usedBy: position === 0 ? { messageId: id } : { additionalMessageId: id },
      position,
    });
    claimed.push(row);
  }
  if (claimed.length > 1 && claimed.some((row) => row.type !== 'image' && row.type !== 'video')) {
    const message = 'error.messageFilesMixed';
    throw new ValidationError([{ path: 'attachments', message }]);
  }
  const [first, ...moreMedia] = claimed;
  return { media: first ?? null, moreMedia };
}

/** Whether a message was sent with these files. */
export function hasSameFiles(
  { attachments }: ChatMessage,
  files: readonly AttachedFile[],
): boolean {
  return (
    attachments.length === files.length &&
    files.every(({ mediaUrl }, index) => isSameUpload(attachments[index]?.mediaUrl ?? '', mediaUrl))
  );
}
