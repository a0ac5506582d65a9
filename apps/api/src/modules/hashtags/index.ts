export { createHashtagsModule } from './hashtags.module.ts';
export type { HashtagsModule } from './hashtags.module.ts';
export { visibleUses } from './suggestions.queries.ts';
export { hashtagsRoutes } from './hashtags.routes.ts';
