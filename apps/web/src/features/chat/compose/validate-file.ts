import { kindOf, maxBytesOf } from '../../composer/attachments/file-kinds.ts';
import { t } from '../../../i18n/index.ts';
import type { Attachment } from '../model/conversation-state.ts';

/** A file made ready to go with a message, or why it cannot. */
export type FileValidation =
  { attachment: Attachment; problem: null } | { attachment: null; problem: string };

export function validateFile(file: File): FileValidation {
  const kind = kindOf(file);
  const { name } = file;
  const refuse = (problem: string): FileValidation => ({ attachment: null, problem });
  if (kind === null || kind === 'document') return refuse(t('chat.problem.unsupported', { name }));
  if (file.size === 0) return refuse(t('chat.problem.empty', { name }));
  if (file.size > maxBytesOf(kind)) {
    const megabytes = maxBytesOf(kind) / 1024 / 1024;
    return refuse(t('chat.problem.too-large', { name, megabytes }));
  }
  const attachment = { id: crypto.randomUUID(), file, kind, altText: '', mediaUrl: null };
  return { attachment, problem: null };
}
