export { createFeedModule } from './feed.module.ts';
export type { FeedModule } from './feed.module.ts';
export { feedRoutes } from './feed.routes.ts';
export type { StreamedEntry, StreamRecipient } from './stream-recipients.queries.ts';
export { readTimeline } from './timeline.ts';
export type { Timeline, TimelineQuery } from './timeline.ts';
export { createTimelinesModule } from './timelines.module.ts';
export type { TimelinesModule } from './timelines.module.ts';
export { timelinesRoutes } from './timelines.routes.ts';
