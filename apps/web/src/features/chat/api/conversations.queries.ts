import type { Conversation, listConversations } from '@skein/contracts/chat';
import { conversationsLimit } from '@skein/contracts/limits';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { settleDraft } from '../drafts/draft-store.ts';
import { chatKeys } from './chat-keys.ts';

/** The viewer's conversations, the latest first. */
export const conversationsQuery = infiniteQueryOptions({
  queryKey: chatKeys.conversations,
  async queryFn({ pageParam, signal }): Promise<Conversation[]> {
    const conversations = await request<typeof listConversations>({
      method: 'GET',
      path: '/chat/conversations',
      query: { limit: conversationsLimit, ...(pageParam !== null && { before: pageParam }) },
      signal,
    });
    // What was sent with a page's last breath has nobody else to tell that it is there.
    for (const { lastMessage } of conversations) if (lastMessage) settleDraft(lastMessage);
    return conversations;
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page: Conversation[]) =>
    page.length < conversationsLimit ? null : (page.at(-1)?.lastMessage?.id ?? null),
  select: ({ pages }) => withoutRepetition(pages.flat()),
});

/** Pages may overlap once a conversation has come to the top. */
function withoutRepetition(conversations: Conversation[]): Conversation[] {
  return [
    ...new Map(conversations.toReversed().map((item) => [item.user.id, item])).values(),
  ].toReversed();
}
