import type { Conversation } from '@skein/contracts/chat';
import { defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import { userNotFound } from '../../modules/users/index.ts';
import { getConversation, loadConversations } from './direct-statuses.ts';
import { pageFields, readPage, requireId, unsupported, withPageLinks } from '../pagination.ts';
import type { MastodonServices } from '../services.ts';

const listConversations = defineMastodonRoute({
  id: 'mastodon.listConversations',
  method: 'GET',
  path: '/v1/conversations',
  auth: 'bearer',
  scope: 'read:statuses',
  reads: 'replica',
  query: pageFields,
});

const readConversation = defineMastodonRoute({
  id: 'mastodon.readConversation',
  method: 'POST',
  path: '/v1/conversations/{id}/read',
  auth: 'bearer',
  scope: 'write:conversations',
  whenFrozen: 'allowed',
  awaitedBy: 'viewer',
});

const unreadConversation = defineMastodonRoute({
  id: 'mastodon.unreadConversation',
  method: 'POST',
  path: '/v1/conversations/{id}/unread',
  auth: 'bearer',
  scope: 'write:conversations',
  whenFrozen: 'allowed',
});

const deleteConversation = defineMastodonRoute({
  id: 'mastodon.deleteConversation',
  method: 'DELETE',
  path: '/v1/conversations/{id}',
  auth: 'bearer',
  scope: 'write:conversations',
  whenFrozen: 'allowed',
});

/** Direct conversations and groups, without message requests. */
export function conversationsRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  const { chat } = services;
  // Mastodon's pages are positions of the last status, too.
  const getKey = ({ lastMessage }: Conversation) => lastMessage?.id ?? '';

  bindMastodon(listConversations, async ({ viewer, query, path }) => {
    const list = await readPage(
      {
        getKey,
        read: ({ below, size }) =>
          chat.list(viewer, {
            folder: 'inbox',
            groups: true,
            limit: size,
            before: below,
            isPinnedFirst: false,
          }),
      },
      query,
    );
    const conversations = await loadConversations(services, viewer, list);
    return withPageLinks(services, { path, query, keys: list.map(getKey) }, conversations);
  });
  bindMastodon(readConversation, async ({ viewer, params }) => {
    const id = requireId(params['id'], userNotFound);
    const conversation = await getConversation(services, viewer, id);
    const [loaded] = await loadConversations(services, viewer, [conversation]);
    if (loaded === undefined) throw userNotFound();
    await chat.markRead(viewer, id);
    return loaded;
  });
  // The read position of a conversation never moves back, because the sender has seen it.
  bindMastodon(unreadConversation, async ({ viewer, params }) => {
    await getConversation(services, viewer, requireId(params['id'], userNotFound));
    throw unsupported('id', 'error.app.conversationUnread');
  });
  bindMastodon(deleteConversation, async ({ viewer, params }) => {
    await chat.clear(viewer, requireId(params['id'], userNotFound));
    return {};
  });
}
