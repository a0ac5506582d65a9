import * as routes from '@skein/contracts/routes';
import type { Conversation } from '@skein/contracts/chat';
import { conversationsLimit } from '@skein/contracts/limits';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { getSessionUser } from '../../../lib/session/index.ts';
import { loadGroupTexts } from '../message/describe-group-event.ts';
import { clearDeliveredDraft } from '../drafts/draft-store.ts';
import { receiveDraft } from '../drafts/sync-drafts.ts';
import { unreadMessagesQuery } from './unread-messages.queries.ts';

export type ChatFolder = 'inbox' | 'requests';

/** The viewer's conversations, newest first. */
export const conversationsQuery = listQuery('inbox');

/** The conversations that the viewer has neither accepted nor answered. */
export const messageRequestsQuery = listQuery('requests');

/** The conversations of the inbox whose name contains a text. */
export const namedConversationsQuery = (q: string) => listQuery('inbox', q);

/** How many there are. */
export const requestsCountQuery = queryOptions({
  ...unreadMessagesQuery,
  select: ({ requestsCount }) => requestsCount,
});

function listQuery(folder: ChatFolder, q = '') {
  return infiniteQueryOptions({
    queryKey: ['chat', 'conversations', folder, ...(q === '' ? [] : [q])],
    async queryFn({ pageParam, signal }): Promise<Conversation[]> {
      const conversations = await request(routes.listConversations, {
        query: {
          limit: conversationsLimit,
          groups: 'true',
          ...(folder !== 'inbox' && { folder }),
          ...(q !== '' && { q }),
          ...(pageParam !== null && { before: pageParam }),
        },
        signal,
      });
      // A message sent just before a page was closed is confirmed only by this list.
      const viewerId = getSessionUser()?.id ?? '';
      for (const { lastMessage } of conversations) {
        if (lastMessage) clearDeliveredDraft(lastMessage);
      }
      // Changes of groups are described in a part of the texts that only groups need.
      if (conversations.some(({ kind }) => kind === 'group'))
        await loadGroupTexts().catch(() => null);
      for (const conversation of conversations) receiveDraft(viewerId, conversation);
      return conversations;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: Conversation[]) =>
      page.length < conversationsLimit ? null : (page.at(-1)?.lastMessage?.id ?? null),
    select: ({ pages }) => pinnedFirst(withoutDuplicates(pages.flat())),
  });
}

/** Pages overlap after a conversation has moved to the top. */
function withoutDuplicates(conversations: Conversation[]): Conversation[] {
  return [
    ...new Map(conversations.toReversed().map((item) => [item.conversationId, item])).values(),
  ].toReversed();
}

/** New messages and changed settings change the order before the list is loaded again. */
function pinnedFirst(conversations: Conversation[]): Conversation[] {
  const isPinned = ({ settings }: Conversation) => settings.isPinned;
  return [
    ...conversations.filter(isPinned),
    ...conversations.filter((conversation) => !isPinned(conversation)),
  ];
}
