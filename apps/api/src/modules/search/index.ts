export { createSearchModule } from './search.module.ts';
export type { SearchModule } from './search.module.ts';
export { searchRoutes } from './search.routes.ts';
export { createHashtagsModule } from './hashtags/hashtags.module.ts';
export type { HashtagsModule } from './hashtags/hashtags.module.ts';
export { toTag } from './hashtags/tag.ts';
export { hashtagsRoutes } from './hashtags/hashtags.routes.ts';
export { createTrendingModule } from './trending/trending.module.ts';
export { trendingRoutes } from './trending/trending.routes.ts';
