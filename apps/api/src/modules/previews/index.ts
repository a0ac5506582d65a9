export { embedPage, oEmbedRoutes } from './embeds.routes.ts';
export { findPublicThread, listThreadsOfUser } from './public-threads.queries.ts';
export { createPreviewsModule } from './previews.module.ts';
export { previewsRoutes } from './previews.routes.ts';
export { sitemapsRouter } from './sitemaps.routes.ts';
export { webFeedsRouter } from './web-feeds.routes.ts';
export { toHostMetaXml, wellKnownRoutes } from './well-known.routes.ts';
