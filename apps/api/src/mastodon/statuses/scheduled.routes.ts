import type { ScheduledThread } from '@skein/contracts/threads';
import { z } from 'zod';
import { defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { toContext } from '../accounts/account.serializer.ts';
import { toMediaAttachment } from './media.serializer.ts';
import { toVisibility } from './visibility.ts';
import { pageFields, readPage, unsupported, withPageLinks } from '../pagination.ts';
import type { MastodonServices } from '../services.ts';

const listScheduled = defineMastodonRoute({
  id: 'mastodon.listScheduledStatuses',
  method: 'GET',
  path: '/v1/scheduled_statuses',
  auth: 'bearer',
  scope: 'read:statuses',
  reads: 'replica',
  query: pageFields,
});

const getScheduled = defineMastodonRoute({
  id: 'mastodon.getScheduledStatus',
  method: 'GET',
  path: '/v1/scheduled_statuses/{id}',
  auth: 'bearer',
  scope: 'read:statuses',
  reads: 'replica',
});

const updateScheduled = defineMastodonRoute({
  id: 'mastodon.updateScheduledStatus',
  method: 'PUT',
  path: '/v1/scheduled_statuses/{id}',
  auth: 'bearer',
  scope: 'write:statuses',
  fields: z.object({ scheduled_at: z.string() }),
  fieldNames: { scheduledAt: 'scheduled_at' },
});

const deleteScheduled = defineMastodonRoute({
  id: 'mastodon.deleteScheduledStatus',
  method: 'DELETE',
  path: '/v1/scheduled_statuses/{id}',
  auth: 'bearer',
  scope: 'write:statuses',
  whenFrozen: 'allowed',
});

export function scheduledRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  const { threads } = services;
  const getKey = ({ id }: ScheduledThread) => id;
  bindMastodon(listScheduled, async ({ viewer, query, path }) => {
    // At most 50.
    const all = await threads.listScheduled(viewer);
    const newestFirst = all.toSorted((a, b) => (a.id < b.id ? 1 : -1));
    const page = await readPage(
      {
        getKey,
        read: async ({ below, size }) =>
          newestFirst.filter(({ id }) => below === undefined || id < below).slice(0, size),
      },
      query,
    );
    const statuses = await loadScheduled(services, viewer, page);
    return withPageLinks(services, { path, query, keys: page.map(getKey) }, statuses);
  });
  bindMastodon(getScheduled, async ({ viewer, params }) =>
    loadScheduledStatus(services, viewer, await threads.getScheduled(viewer, params['id'] ?? '')),
  );
  bindMastodon(updateScheduled, async ({ viewer, params, fields }) => {
    const { id } = await threads.getScheduled(viewer, params['id'] ?? '');
    const scheduledAt = toScheduledTime(fields.scheduled_at);
    const updated = await threads.updateScheduled(viewer, id, { scheduledAt });
    return loadScheduledStatus(services, viewer, updated);
  });
  bindMastodon(deleteScheduled, async ({ viewer, params }) => {
    await threads.deleteScheduled(viewer, params['id'] ?? '');
    return {};
  });
}

/** @throws ValidationError for a text that is not a time */
export function toScheduledTime(text: string): string {
  const { data } = z.iso.datetime({ offset: true }).safeParse(text);
  if (data === undefined) throw unsupported('scheduled_at', 'error.scheduleTime');
  return new Date(data).toISOString();
}

export async function loadScheduledStatus(
  services: MastodonServices,
  viewer: Viewer,
  scheduled: ScheduledThread,
): Promise<object> {
  const [status] = await loadScheduled(services, viewer, [scheduled]);
  return status ?? {};
}

async function loadScheduled(
  { users, settings }: MastodonServices,
  viewer: Viewer,
  list: readonly ScheduledThread[],
): Promise<object[]> {
  const { isPrivate, defaultAudience } = await users.getCurrentUser(viewer.userId);
  const context = toContext(settings);
  return list.map((scheduled) => ({
    id: scheduled.id,
    scheduled_at: scheduled.scheduledAt,
    params: {
      text: scheduled.content === '' ? (scheduled.poll?.question ?? '') : scheduled.content,
      poll: toPollParams(scheduled),
      media_ids: scheduled.media.map(({ id }) => id),
      sensitive: scheduled.isSensitive,
      spoiler_text: scheduled.contentWarning,
      visibility: toVisibility(scheduled.audience ?? defaultAudience, { isPrivate }),
      in_reply_to_id: scheduled.parentThreadId,
      language: scheduled.language,
      application_id: null,
      scheduled_at: null,
      idempotency: null,
      with_rate_limit: false,
    },
    media_attachments: scheduled.media.map((media) => toMediaAttachment(media, context)),
  }));
}

function toPollParams({ poll }: ScheduledThread) {
  if (poll === null) return null;
  const { options, multiple, durationMinutes } = poll;
  return { options, multiple, expires_in: durationMinutes * 60, hide_totals: false };
}
