import type { Thread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { toast } from '../../../lib/toast.ts';

const getUrl = ({ id }: Pick<Thread, 'id'>) => new URL(paths.thread(id), location.origin).href;

export async function copyLink(thread: Pick<Thread, 'id'>): Promise<void> {
  try {
    await navigator.clipboard.writeText(getUrl(thread));
    toast.success(t('postMenu.linkCopied'), undefined, { key: 'copy-link' });
  } catch {
    // The clipboard needs HTTPS and permission. Without it the user copies the shown link.
    toast.info(t('postMenu.linkToCopy'), getUrl(thread), { key: 'copy-link' });
  }
}

/** Copies the HTML that shows a public thread on another site. */
export async function copyEmbedCode(thread: Pick<Thread, 'id'>): Promise<void> {
  try {
    const response = await fetch(`/api/oembed?url=${encodeURIComponent(getUrl(thread))}`);
    if (response.status === 404) {
      toast.info(t('postMenu.notEmbeddable'), undefined, { key: 'copy-embed-code' });
      return;
    }
    if (!response.ok) throw new Error(`oEmbed responded with ${response.status}.`);
    const { html } = (await response.json()) as { html: string };
    await navigator.clipboard.writeText(html);
    toast.success(t('postMenu.embedCodeCopied'), undefined, { key: 'copy-embed-code' });
  } catch {
    toast.error(t('postMenu.embedCodeNotCopied'), undefined, { key: 'copy-embed-code' });
  }
}

/** Whether the browser supports the Web Share API. */
export function canShare(): boolean {
  // The types assume that `navigator.share` always exists.
  return 'share' in navigator;
}

/** Opens the native share sheet on touch devices. Returns false on other devices. */
export function shareAtOnce(thread: Pick<Thread, 'id' | 'userName'>): boolean {
  const isPhone = window.matchMedia('(pointer: coarse)').matches && canShare();
  if (isPhone) void shareThread(thread);
  return isPhone;
}

/** Opens the native share sheet; copies the link if that fails. */
export async function shareThread(thread: Pick<Thread, 'id' | 'userName'>): Promise<void> {
  const name = thread.userName ?? t('user.unknown');
  try {
    await navigator.share({ title: t('thread.label', { name }), url: getUrl(thread) });
  } catch (error) {
    // The user closed the share sheet.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    await copyLink(thread);
  }
}
