import * as routes from '@skein/contracts/routes';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { chatKeys } from './chat-keys.ts';

/** The number of unread messages in all conversations. `watchChats` keeps it current. */
export const unreadMessagesQuery = queryOptions({
  queryKey: chatKeys.unreadCount,
  queryFn: ({ signal }) => request(routes.countUnreadMessages, { signal }),
  select: ({ count }) => count,
});
