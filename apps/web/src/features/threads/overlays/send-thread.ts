import { queryOptions } from '@tanstack/react-query';
import * as routes from '@skein/contracts/routes';
import { userSearchLimit } from '@skein/contracts/limits';
import type { Thread } from '@skein/contracts/threads';
import type { User } from '@skein/contracts/users';
import { ApiError, request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';

/** Users that match a search; without one, those of the latest conversations. */
export function recipientsQuery(search: string) {
  return queryOptions({
    queryKey: ['chat', 'recipients', search],
    queryFn: ({ signal }) => (search === '' ? listRecentUsers(signal) : findUsers(search, signal)),
  });
}

async function listRecentUsers(signal: AbortSignal): Promise<User[]> {
  const conversations = await request(routes.listConversations, {
    query: { limit: userSearchLimit },
    signal,
  });
  return conversations.flatMap(({ user }) => user ?? []);
}

const findUsers = (q: string, signal: AbortSignal): Promise<User[]> =>
  request(routes.searchUsers, { query: { q, limit: userSearchLimit }, signal });

interface SharedThread {
  thread: Pick<Thread, 'id'>;
  user: Pick<User, 'id' | 'name'>;
  note: string;
  clientMessageId: string;
}

/** Sends a thread as a message and shows the result. Resolves to whether it was sent. */
export async function sendThread(shared: SharedThread): Promise<boolean> {
  const { thread, user, note, clientMessageId } = shared;
  try {
    await request(routes.sendMessage, {
      body: { receiverId: user.id, content: note, sharedThreadId: thread.id, clientMessageId },
    });
  } catch (error) {
    const reason = error instanceof ApiError ? error.message : undefined;
    toast.error(t('share.failed'), reason, { key: 'send-thread' });
    return false;
  }
  toast.success(t('share.sent', { name: user.name }), undefined, { key: 'send-thread' });
  return true;
}
