import { removeEmoji } from '@skein/contracts/text';
import type { Thread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';

/** The name of a thread's author without custom emoji, which a placeholder or a sentence cannot show. */
export function getAuthorName({ userName }: Pick<Thread, 'userName'>): string {
  const name = removeEmoji(userName ?? '').replaceAll(/\s+/g, ' ');
  return name.trim() || t('user.unknown');
}
