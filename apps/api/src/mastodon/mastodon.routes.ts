import type { BindAppRoute } from '../http/app-routes/bind-app-route.ts';
import { appsRoutes } from './apps.routes.ts';
import type { MastodonServices } from './services.ts';

/** The client API of Mastodon, as a second API over the same use cases. */
export function mastodonRoutes(bindApp: BindAppRoute, services: MastodonServices): void {
  appsRoutes(bindApp, services);
}
