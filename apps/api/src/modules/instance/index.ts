export { createInstanceModule } from './instance.module.ts';
export type { InstanceModule } from './instance.module.ts';
export { instanceRoutes } from './instance.routes.ts';
export { requirePage } from './instance-pages.ts';
export type { InstancePages } from './instance-pages.ts';
export { createSiteSettings } from './site-settings.ts';
export type { CurrentSiteSettings, FixedSettings, SiteSettingsStore } from './site-settings.ts';
export type { PublicStats } from './public-stats.queries.ts';
