import * as routes from '@skein/contracts/routes';
import { conversationsLimit } from '@skein/contracts/limits';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { getSessionUser } from '../../../lib/session/index.ts';
import { getPartner, toGroup } from '../model/user-conversation.ts';
import type { UserConversation } from '../model/user-conversation.ts';
import { loadGroupTexts } from '../message/group-texts.ts';
import { clearDeliveredDraft } from '../drafts/draft-store.ts';
import { receiveDraft } from '../drafts/sync-drafts.ts';
import { unreadMessagesQuery } from './unread-messages.queries.ts';

export type ChatFolder = 'inbox' | 'requests';

/** The viewer's conversations, newest first. */
export const conversationsQuery = listQuery('inbox');

/** The conversations that the viewer has neither accepted nor answered. */
export const messageRequestsQuery = listQuery('requests');

/** How many there are. */
export const requestsCountQuery = queryOptions({
  ...unreadMessagesQuery,
  select: ({ requestsCount }) => requestsCount,
});

function listQuery(folder: ChatFolder) {
  return infiniteQueryOptions({
    queryKey: ['chat', 'conversations', folder],
    async queryFn({ pageParam, signal }): Promise<UserConversation[]> {
      const conversations = await request(routes.listConversations, {
        query: {
          limit: conversationsLimit,
          groups: 'true',
          ...(folder !== 'inbox' && { folder }),
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
      return conversations.flatMap((conversation) => {
        const user = getPartner(conversation);
        if (user === null) return [];
        receiveDraft(viewerId, user.id, conversation.draft);
        return { ...conversation, user, group: toGroup(conversation) };
      });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: UserConversation[]) =>
      page.length < conversationsLimit ? null : (page.at(-1)?.lastMessage?.id ?? null),
    select: ({ pages }) => pinnedFirst(withoutDuplicates(pages.flat())),
  });
}

/** Pages overlap after a conversation has moved to the top. */
function withoutDuplicates(conversations: UserConversation[]): UserConversation[] {
  return [
    ...new Map(conversations.toReversed().map((item) => [item.user.id, item])).values(),
  ].toReversed();
}

/** New messages and changed settings change the order before the list is loaded again. */
function pinnedFirst(conversations: UserConversation[]): UserConversation[] {
  const isPinned = ({ settings }: UserConversation) => settings.isPinned;
  return [
    ...conversations.filter(isPinned),
    ...conversations.filter((conversation) => !isPinned(conversation)),
  ];
}
