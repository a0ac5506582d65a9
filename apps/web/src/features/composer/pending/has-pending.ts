import { getSessionUser } from '../../../lib/session/index.ts';
import { pendingPostsKey, readItem } from '../../../lib/storage.ts';

/** Whether posts of the signed-in user wait on this device. */
export const hasPending = (): boolean =>
  readItem(pendingPostsKey(getSessionUser()?.id ?? '')) !== null;
