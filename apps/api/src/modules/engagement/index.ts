export { createEngagementModule } from './engagement.module.ts';
export type { EngagementModule } from './engagement.module.ts';
export { toggleLikeOrBookmark } from './likes-and-bookmarks.repository.ts';
export { engagementRoutes } from './engagement.routes.ts';
