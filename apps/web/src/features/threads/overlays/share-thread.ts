import type { Thread } from '@skein/contracts/threads';
import { enCards } from '../../../i18n/en-cards.ts';
import { addMessages, t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { toast } from '../../../lib/toast.ts';

addMessages(enCards);

const addressOf = ({ id }: Pick<Thread, 'id'>) => new URL(paths.thread(id), location.origin).href;

export async function copyLink(thread: Pick<Thread, 'id'>): Promise<void> {
  try {
    await navigator.clipboard.writeText(addressOf(thread));
    toast.success(t('card.linkCopied'), undefined, { key: 'copy-link' });
  } catch {
    // Refused by the browser, or not offered to a page without https: then it is shown, to be copied by hand.
    toast.info(t('card.linkToCopy'), addressOf(thread), { key: 'copy-link' });
  }
}

/** Whether this device has a share sheet of its own. */
export function canShare(): boolean {
  // Older browsers lack it, whatever the types say.
  return 'share' in navigator;
}

/** Opens the share sheet of a phone, which is what one expects there; false on other devices. */
export function shareAtOnce(thread: Pick<Thread, 'id' | 'userName'>): boolean {
  const isPhone = window.matchMedia('(pointer: coarse)').matches && canShare();
  if (isPhone) void shareThread(thread);
  return isPhone;
}

/** Hands the thread's address to the device's share sheet; copies it where that fails. */
export async function shareThread(thread: Pick<Thread, 'id' | 'userName'>): Promise<void> {
  const name = thread.userName ?? t('person.unknown');
  try {
    await navigator.share({ title: t('thread.label', { name }), url: addressOf(thread) });
  } catch (error) {
    // Closed without choosing anything.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    await copyLink(thread);
  }
}
