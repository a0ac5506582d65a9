import type { QueryClient } from '@tanstack/react-query';
import type { Thread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { openCardOverlay } from '../overlays/card-overlay.ts';
import { foldersQuery } from './folders.queries.ts';

const durationMs = 8000;

/** Offers to move a new bookmark to a folder, if the viewer has folders. */
export async function offerFolder(client: QueryClient, thread: Thread): Promise<void> {
  const folders = await client.query({ ...foldersQuery, retry: false });
  if (folders.length === 0) return;
  const onPress = () => openCardOverlay({ kind: 'folder', thread, screen: 'feed' });
  const action = { label: t('folders.saveTo'), onPress };
  toast.success(t('folders.bookmarked'), undefined, { key: 'bookmark', durationMs, action });
}
