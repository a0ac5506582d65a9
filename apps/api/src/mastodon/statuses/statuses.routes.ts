import { editMessage as editMessageContract } from '@skein/contracts/chat';
import type { ChatMessage } from '@skein/contracts/chat';
import type { Scope } from '@skein/contracts/scopes';
import { editThreadBodySchema } from '@skein/contracts/threads';
import type { Thread } from '@skein/contracts/threads';
import { repliesPageSizeMax } from '@skein/contracts/limits';
import { z } from 'zod';
import { defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import { shortenLocalHandles } from '../../domain/local-handles.ts';
import { parseInput } from '../../http/routes/parse-input.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { toContext } from '../accounts/account.serializer.ts';
import { createStatus } from './create-status.ts';
import { listOtherMembers, loadDirectStatus, loadMessageContext } from './direct-statuses.ts';
import { getPost, getThread } from './get-thread.ts';
import { loadStatusEdits } from './load-status-edits.ts';
import { loadStatus, loadThreadStatuses } from './load-statuses.ts';
import { cursorFields, loadAccounts, readCursorPage } from '../accounts/paginated-accounts.ts';
import { flag, oneOrMore } from '../request-fields.ts';
import { withoutLeadingMentions } from './send-direct-status.ts';
import type { MastodonServices } from '../services.ts';
import { languageTag, statusFieldNames, statusFields } from './status-fields.ts';
import { toPreviewCard, toReblog } from './status.serializer.ts';
import type { Status } from './status.serializer.ts';

const statusRoute = (name: string, path: string) =>
  defineMastodonRoute({
    id: `mastodon.${name}`,
    method: 'GET',
    path,
    auth: 'bearer',
    scope: 'read:statuses',
    reads: 'replica',
  });

/** Everyone may see it, also without signing in. */
const publicStatusRoute = (name: string, path: string) =>
  ({ ...statusRoute(name, path), auth: 'optional' }) as const;

const listRoute = (name: string) =>
  defineMastodonRoute({
    id: `mastodon.${name}`,
    method: 'GET',
    path: `/v1/statuses/{id}/${name}`,
    auth: 'bearer',
    scope: 'read:statuses',
    reads: 'replica',
    query: cursorFields,
  });

const statusesMax = 40;

const listByIds = defineMastodonRoute({
  id: 'mastodon.listStatuses',
  method: 'GET',
  path: '/v1/statuses',
  auth: 'optional',
  scope: 'read:statuses',
  reads: 'replica',
  query: z.object({ id: oneOrMore(statusesMax).default([]) }),
});

const create = defineMastodonRoute({
  id: 'mastodon.createStatus',
  method: 'POST',
  path: '/v1/statuses',
  auth: 'bearer',
  scope: 'write:statuses',
  awaitedBy: 'viewer',
  fields: statusFields,
  fieldNames: statusFieldNames,
  takesIdempotencyKey: true,
});

const edit = defineMastodonRoute({
  id: 'mastodon.editStatus',
  method: 'PUT',
  path: '/v1/statuses/{id}',
  auth: 'bearer',
  scope: 'write:statuses',
  fields: z.object({
    status: z.string().min(1),
    spoiler_text: z.string().nullish(),
    sensitive: flag.optional(),
    language: languageTag,
  }),
  fieldNames: statusFieldNames,
});

const remove = defineMastodonRoute({
  id: 'mastodon.deleteStatus',
  method: 'DELETE',
  path: '/v1/statuses/{id}',
  auth: 'bearer',
  scope: 'write:statuses',
  whenFrozen: 'allowed',
});

interface TogglePolicy {
  scope: Scope;
  whenFrozen?: 'allowed';
  awaitedBy?: 'viewer';
}

const toggle = (name: string, policy: TogglePolicy) =>
  defineMastodonRoute({
    id: `mastodon.${name}Status`,
    method: 'POST',
    path: `/v1/statuses/{id}/${name}`,
    auth: 'bearer',
    ...policy,
  });

export function statusesRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  const { threads, chat } = services;
  bindMastodon(create, ({ viewer, fields, idempotency }) =>
    createStatus(services, viewer, idempotency, fields),
  );
  bindMastodon(edit, async ({ viewer, params, fields }) => {
    const post = await getPost(services, viewer, params['id']);
    if ('message' in post) {
      const text = shortenLocalHandles(fields.status, services.settings);
      return editMessage(services, viewer, post.message, text);
    }
    const { id } = post.thread;
    const change = parseInput(editThreadBodySchema, {
      content: fields.status,
      contentWarning: fields.spoiler_text ?? undefined,
      isSensitive: fields.sensitive,
      language: fields.language,
    });
    return loadStatus(services, viewer, await threads.edit(viewer, id, change));
  });
  bindMastodon(remove, async ({ viewer, params }) => {
    const post = await getPost(services, viewer, params['id']);
    const status = await loadPost(services, viewer, post);
    if ('message' in post) await chat.deleteMessage(viewer, post.message.id);
    else await threads.delete(viewer, post.thread.id);
    return { ...status, text: 'message' in post ? post.message.content : post.thread.content };
  });
  readRoutes(bindMastodon, services);
  listRoutes(bindMastodon, services);
  toggleRoutes(bindMastodon, services);
}

function readRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  const { threads } = services;
  bindMastodon(publicStatusRoute('getStatus', '/v1/statuses/{id}'), async ({ viewer, params }) =>
    loadPost(services, viewer, await getPost(services, viewer, params['id'])),
  );
  bindMastodon(
    publicStatusRoute('statusContext', '/v1/statuses/{id}/context'),
    async ({ viewer, params }) => {
      const post = await getPost(services, viewer, params['id']);
      if ('message' in post) return loadMessageContext(services, viewer, post.message);
      const { id } = post.thread;
      const page = { page: 0, size: repliesPageSizeMax };
      const [ancestors, replies] = await Promise.all([
        threads.listAncestors(viewer, id),
        threads.listReplies(viewer, id, page),
      ]);
      const load = (list: readonly (Thread | null)[]) =>
        loadThreadStatuses(
          services,
          viewer,
          list.filter((thread) => thread !== null),
        );
      return { ancestors: await load(ancestors), descendants: await load(replies.content) };
    },
  );
  bindMastodon(
    statusRoute('statusSource', '/v1/statuses/{id}/source'),
    async ({ viewer, params }) => {
      const post = await getPost(services, viewer, params['id']);
      if ('message' in post) {
        return { id: post.message.id, text: post.message.content, spoiler_text: '' };
      }
      const { id, content, contentWarning } = post.thread;
      return { id, text: content, spoiler_text: contentWarning ?? '' };
    },
  );
  bindMastodon(statusRoute('statusHistory', '/v1/statuses/{id}/history'), ({ viewer, params }) =>
    loadStatusEdits(services, viewer, params['id']),
  );
  bindMastodon(listByIds, async ({ viewer, query }) => {
    const found = await threads.listByIds(viewer, query.id);
    return loadThreadStatuses(services, viewer, found);
  });
  bindMastodon(
    publicStatusRoute('statusCard', '/v1/statuses/{id}/card'),
    async ({ viewer, params }) => {
      const { card } = await getThread(services, viewer, params['id']);
      return card === null ? {} : toPreviewCard(card, toContext(services.settings));
    },
  );
}

function listRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  const { engagement } = services;
  const lists = { favourited_by: engagement.listLikes, reblogged_by: engagement.listReposts };
  for (const [name, list] of Object.entries(lists)) {
    bindMastodon(listRoute(name), async ({ viewer, params, ...input }) => {
      const { id } = await getThread(services, viewer, params['id']);
      return readCursorPage(
        services,
        input,
        (query) => list(viewer, id, query),
        (users) => loadAccounts(services, viewer, users),
      );
    });
  }
}

function loadPost(
  services: MastodonServices,
  viewer: Viewer,
  post: Awaited<ReturnType<typeof getPost>>,
): Promise<object> {
  return 'message' in post
    ? loadDirectStatus(services, viewer, post.message)
    : loadStatus(services, viewer, post.thread);
}

async function editMessage(
  services: MastodonServices,
  viewer: Viewer,
  message: ChatMessage,
  text: string,
): Promise<object> {
  const members = await listOtherMembers(services, viewer, message);
  const { content } = parseInput(editMessageContract.body.schema, {
    content: withoutLeadingMentions(text, members),
  });
  return loadDirectStatus(
    services,
    viewer,
    await services.chat.editMessage(viewer, message.id, content),
  );
}

function toggleRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  const { engagement, threads, users, settings } = services;
  const pin = (viewer: Viewer, id: string, on: boolean) =>
    on ? threads.pin(viewer, id) : threads.unpin(viewer, id);
  const like = (viewer: Viewer, id: string, on: boolean) => engagement.like(viewer, id, on);
  const bookmark = (viewer: Viewer, id: string, on: boolean) => engagement.bookmark(viewer, id, on);
  const mute = (viewer: Viewer, id: string, on: boolean) => engagement.setMuted(viewer, id, on);
  const toggles = [
    {
      names: ['favourite', 'unfavourite'],
      scope: 'write:favourites',
      awaitedBy: 'viewer',
      set: like,
    },
    {
      names: ['bookmark', 'unbookmark'],
      scope: 'write:bookmarks',
      whenFrozen: 'allowed',
      awaitedBy: 'viewer',
      set: bookmark,
    },
    { names: ['mute', 'unmute'], scope: 'write:mutes', whenFrozen: 'allowed', set: mute },
    { names: ['pin', 'unpin'], scope: 'write:accounts', set: pin },
  ] as const;
  for (const { names, set, ...policy } of toggles) {
    for (const [index, name] of names.entries()) {
      bindMastodon(toggle(name, policy), async ({ viewer, params }) => {
        const { id } = await getThread(services, viewer, params['id']);
        await set(viewer, id, index === 0);
        return loadStatus(services, viewer, await getThread(services, viewer, id));
      });
    }
  }

  bindMastodon(
    toggle('reblog', { scope: 'write:statuses', awaitedBy: 'viewer' }),
    async ({ viewer, params, idempotency }) => {
      const { id } = await getThread(services, viewer, params['id']);
      await engagement.repost(viewer, idempotency, id, { on: true });
      // Loads the thread as a plain status; its type is that of the serializer.
      const thread = await getThread(services, viewer, id);
      const status = (await loadStatus(services, viewer, thread)) as Status;
      const repost = await engagement.findOwnRepost(viewer, id);
      if (repost === null) return status;
      const author = await users.getAuthor(viewer, viewer.userId);
      const { id: repostId, createdAt } = repost;
      const details = { id: repostId, author, createdAt: createdAt.toISOString() };
      return toReblog(status, details, toContext(settings));
    },
  );
  bindMastodon(
    toggle('unreblog', { scope: 'write:statuses', awaitedBy: 'viewer' }),
    async ({ viewer, params, idempotency }) => {
      const { id } = await getThread(services, viewer, params['id']);
      await engagement.repost(viewer, idempotency, id, { on: false });
      return loadStatus(services, viewer, await getThread(services, viewer, id));
    },
  );
}
