export { createPreviewsModule } from './previews.module.ts';
export { toHostMetaXml, wellKnownRoutes } from './well-known.routes.ts';
