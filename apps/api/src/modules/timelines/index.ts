export { readTimeline } from './timeline.ts';
export type { Timeline, TimelineQuery } from './timeline.ts';
export { createTimelinesModule } from './timelines.module.ts';
export { timelinesRoutes } from './timelines.routes.ts';
