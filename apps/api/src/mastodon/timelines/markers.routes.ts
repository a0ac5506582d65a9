import { isWellFormedText } from '@skein/contracts/text';
import { z } from 'zod';
import { defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import type { TimelineMarker } from '../../modules/feed/index.ts';
import type { MastodonServices } from '../services.ts';

const timelines = ['home', 'notifications'] as const;
const entryId = z.string().min(1).max(100).refine(isWellFormedText);
const position = z.object({ last_read_id: entryId }).optional();

const readMarkers = defineMastodonRoute({
  id: 'mastodon.readMarkers',
  method: 'GET',
  path: '/v1/markers',
  auth: 'bearer',
  scope: 'read:statuses',
  reads: 'replica',
  query: z.object({
    timeline: z.union([z.string().transform((name) => [name]), z.array(z.string())]).default([]),
  }),
});

const saveMarkers = defineMastodonRoute({
  id: 'mastodon.saveMarkers',
  method: 'POST',
  path: '/v1/markers',
  auth: 'bearer',
  scope: 'write:statuses',
  whenFrozen: 'allowed',
  fields: z.object({ home: position, notifications: position }),
});

export function markersRoutes(
  bindMastodon: BindMastodon,
  { feed, notifications }: MastodonServices,
): void {
  bindMastodon(readMarkers, async ({ viewer, query }) => {
    const wanted = timelines.filter((timeline) => query.timeline.includes(timeline));
    return serialize(await feed.listMarkers(viewer, wanted));
  });
  bindMastodon(saveMarkers, async ({ viewer, fields }) => {
    const saved: TimelineMarker[] = [];
    for (const timeline of timelines) {
      const marker = fields[timeline];
      if (marker === undefined) continue;
      const input = { timeline, lastReadId: marker.last_read_id };
      saved.push(...(await feed.saveMarker(viewer, input)));
    }
    // Skein stores which notifications were read, besides a position.
    if (fields.notifications) await notifications.markRead(viewer, undefined);
    return serialize(saved);
  });
}

const serialize = (markers: readonly TimelineMarker[]) =>
  Object.fromEntries(
    markers.map(({ timeline, lastReadId, version, updatedAt }) => [
      timeline,
      { last_read_id: lastReadId, version, updated_at: updatedAt.toISOString() },
    ]),
  );
