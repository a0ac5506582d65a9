export { createPreviewsModule } from './previews.module.ts';
export { webFeedsRouter } from './web-feeds.routes.ts';
export { toHostMetaXml, wellKnownRoutes } from './well-known.routes.ts';
