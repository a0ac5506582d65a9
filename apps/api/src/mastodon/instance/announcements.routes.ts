import { z } from 'zod';
import { defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import { toHtml } from '../../platform/html.ts';
import type { MastodonServices } from '../services.ts';

const listAnnouncements = defineMastodonRoute({
  id: 'mastodon.listAnnouncements',
  method: 'GET',
  path: '/v1/announcements',
  auth: 'optional',
  scope: 'read:accounts',
  reads: 'replica',
  query: z.object({ with_dismissed: z.stringbool().default(false) }),
});

const dismissAnnouncement = defineMastodonRoute({
  id: 'mastodon.dismissAnnouncement',
  method: 'POST',
  path: '/v1/announcements/{id}/dismiss',
  auth: 'bearer',
  scope: 'write:accounts',
});

export function announcementsRoutes(
  bindMastodon: BindMastodon,
  { announcements, settings }: MastodonServices,
): void {
  const context = { origin: settings.publicUrl.origin, mentions: new Map<string, string>() };
  bindMastodon(listAnnouncements, async ({ viewer, query, locale }) => {
    const shown = await announcements.listShown(viewer, locale);
    return shown
      .filter(({ isDismissed }) => query.with_dismissed || !isDismissed)
      .map(({ id, text, startsAt, endsAt, createdAt, isDismissed }) => ({
        id,
        content: toHtml(text, context),
        starts_at: endsAt === null ? null : startsAt.toISOString(),
        ends_at: endsAt?.toISOString() ?? null,
        all_day: false,
        published_at: startsAt.toISOString(),
        updated_at: createdAt.toISOString(),
        read: isDismissed,
        mentions: [],
        statuses: [],
        tags: [],
        emojis: [],
        reactions: [],
      }));
  });
  bindMastodon(dismissAnnouncement, async ({ viewer, params }) => {
    await announcements.dismiss(viewer, params['id'] ?? '');
    return {};
  });
}
