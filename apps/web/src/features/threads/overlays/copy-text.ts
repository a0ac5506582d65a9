import type { Thread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';

export async function copyText({ content }: Pick<Thread, 'content'>): Promise<void> {
  try {
    await navigator.clipboard.writeText(content);
    toast.success(t('postMenu.textCopied'), undefined, { key: 'copy-text' });
  } catch {
    // The clipboard needs HTTPS and permission.
    toast.error(t('postMenu.textNotCopied'), undefined, { key: 'copy-text' });
  }
}
