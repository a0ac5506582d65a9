export { createHashtagsModule } from './hashtags.module.ts';
export { hashtagsRoutes } from './hashtags.routes.ts';
