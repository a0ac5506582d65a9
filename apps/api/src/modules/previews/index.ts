export { createPreviewsModule } from './previews.module.ts';
