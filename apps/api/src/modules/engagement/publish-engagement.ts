import type { Bus, EngagementChange } from '../../platform/events/bus.ts';
import type { Viewer } from '../../platform/viewer.ts';

/** Publishes, after the commit, what the viewer's other browsers and apps show. */
export function publishEngagement(
  bus: Pick<Bus, 'publish'>,
  { userId }: Viewer,
  threadId: string,
  change: EngagementChange,
): void {
  bus.publish({ kind: 'engagement', userId, threadId, change });
}
