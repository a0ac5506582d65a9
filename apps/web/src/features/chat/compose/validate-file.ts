import { kindOf, maxBytesOf } from '../../composer/attachments/file-kinds.ts';
import { t } from '../../../i18n/index.ts';
import type { Attachment } from '../model/conversation-state.ts';

/** An attachment, or the reason the file cannot be attached. */
export type FileValidation =
  { attachment: Attachment; problem: null } | { attachment: null; problem: string };

export function validateFile(file: File): FileValidation {
  const kind = kindOf(file);
  const { name } = file;
  const reject = (problem: string): FileValidation => ({ attachment: null, problem });
  if (kind === null || kind === 'document') return reject(t('chat.problem.unsupported', { name }));
  if (file.size === 0) return reject(t('chat.problem.empty', { name }));
  if (file.size > maxBytesOf(kind)) {
    const megabytes = maxBytesOf(kind) / 1024 / 1024;
    return reject(t('chat.problem.too-large', { name, megabytes }));
  }
  const attachment = { id: crypto.randomUUID(), file, kind, altText: '', mediaUrl: null };
  return { attachment, problem: null };
}
