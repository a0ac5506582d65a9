import type { Scope } from '@skein/contracts/scopes';
import { z } from 'zod';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import { defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { FilteredThread } from '../../modules/filters/index.ts';
import { getThread } from '../statuses/get-thread.ts';
import type { MastodonServices } from '../services.ts';

const statusesPath = '/v2/filters/{id}/statuses';
const statusPath = '/v2/filters/statuses/{id}';

const route = (id: string, method: 'GET' | 'DELETE', path: string, scope: Scope) =>
  defineMastodonRoute({ id: `mastodon.${id}`, method, path, auth: 'bearer', scope });

const listRoute = route('listFilterStatuses', 'GET', statusesPath, 'read:filters');
const getRoute = route('getFilterStatus', 'GET', statusPath, 'read:filters');
const deleteRoute = route('deleteFilterStatus', 'DELETE', statusPath, 'write:filters');
const addRoute = defineMastodonRoute({
  id: 'mastodon.addFilterStatus',
  method: 'POST',
  path: statusesPath,
  auth: 'bearer',
  scope: 'write:filters',
  fields: z.object({ status_id: z.string().optional() }),
});

/** The statuses to which a filter applies by id instead of text. */
export function filterStatusRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  const { filters } = services;
  bindMastodon(listRoute, async ({ viewer, params }) => {
    const [{ groupId }] = await filters.getGroup(viewer, params['id'] ?? '');
    return listFilterStatuses(groupId, await filters.listThreads(viewer));
  });
  bindMastodon(addRoute, async ({ viewer, params, fields }) => {
    const [{ groupId }] = await filters.getGroup(viewer, params['id'] ?? '');
    const { id: threadId } = await getThread(services, viewer, fields.status_id);
    return toFilterStatus(await filters.addThread(viewer, groupId, threadId));
  });
  bindMastodon(getRoute, async ({ viewer, params }) =>
    toFilterStatus(await filters.getThread(viewer, params['id'] ?? '')),
  );
  bindMastodon(deleteRoute, async ({ viewer, params }) => {
    await filters.removeThread(viewer, params['id'] ?? '');
    return {};
  });
}

export const listFilterStatuses = (groupId: string, threads: readonly FilteredThread[]) =>
  threads.filter((thread) => thread.groupId === groupId).map(toFilterStatus);

const toFilterStatus = ({ id, threadId }: FilteredThread) => ({ id, status_id: threadId });
