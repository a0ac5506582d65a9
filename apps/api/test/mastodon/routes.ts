import type { MastodonRoute } from '../../src/http/mastodon/mastodon-route.ts';
import { mastodonRoutes } from '../../src/mastodon/mastodon.routes.ts';
import type { Services } from '../../src/server/composition-root.ts';

/** All routes of the Mastodon API. */
export function listMastodonRoutes(services: Services): MastodonRoute[] {
  const routes: MastodonRoute[] = [];
  mastodonRoutes((route) => void routes.push(route), services);
  return routes;
}
