import type { Attachment as ComposerAttachment } from '../../composer/attachments/attachments-reducer.ts';
import type { Attachment } from '../model/conversation-state.ts';

/** Files that a message can have. Those that have not changed since they were uploaded keep their URL. */
export function toAttachments(
  attachments: readonly ComposerAttachment[],
  before: readonly Attachment[],
): Attachment[] {
  return attachments.flatMap((attachment) => {
    const { file, kind } = attachment;
    if (!(file instanceof File) || kind === 'document') return [];
    const known = before.find(({ id }) => id === attachment.id);
    const isSame =
      known?.file === file &&
      known.altText === attachment.altText &&
      known.captions === attachment.captions;
    const mediaUrl = isSame ? known.mediaUrl : null;
    return [{ ...attachment, file, kind, mediaUrl, ...(known?.voice && { voice: known.voice }) }];
  });
}
