import type { BindAppRoute } from '../http/mastodon/bind-mastodon.ts';
import { accountsRoutes } from './accounts.routes.ts';
import { announcementsRoutes } from './announcements.routes.ts';
import { appsRoutes } from './apps.routes.ts';
import { conversationsRoutes } from './conversations.routes.ts';
import { discoveryRoutes } from './discovery.routes.ts';
import { filtersRoutes } from './filters.routes.ts';
import { groupedNotificationsRoutes } from './grouped-notifications.routes.ts';
import { instanceRoutes } from './instance.routes.ts';
import { listsRoutes } from './lists.routes.ts';
import { markersRoutes } from './markers.routes.ts';
import { mediaRoutes } from './media.routes.ts';
import { notificationPolicyRoutes } from './notification-policy.routes.ts';
import { notificationsRoutes } from './notifications.routes.ts';
import { pollsRoutes } from './polls.routes.ts';
import { profileRoutes } from './profile.routes.ts';
import { pushSubscriptionRoutes } from './push.routes.ts';
import { quotesRoutes } from './quotes.routes.ts';
import { relationshipsRoutes } from './relationships.routes.ts';
import { reportsRoutes } from './reports.routes.ts';
import { scheduledRoutes } from './scheduled.routes.ts';
import { searchRoutes } from './search.routes.ts';
import type { MastodonServices } from './services.ts';
import { statusesRoutes } from './statuses.routes.ts';
import { timelinesRoutes } from './timelines.routes.ts';
import { unavailableRoutes } from './unavailable.routes.ts';

/** The client API of Mastodon, as a second API over the same use cases. */
export function mastodonRoutes(bindApp: BindAppRoute, services: MastodonServices): void {
  appsRoutes(bindApp, services);
  instanceRoutes(bindApp, services);
  // Before `/v1/notifications/{id}` and its like, which would match its paths too.
  unavailableRoutes(bindApp, services);
  announcementsRoutes(bindApp, services);
  // Before `/v1/accounts/{id}`, which would match its path too.
  discoveryRoutes(bindApp, services);
  profileRoutes(bindApp, services);
  relationshipsRoutes(bindApp, services);
  accountsRoutes(bindApp, services);
  statusesRoutes(bindApp, services);
  quotesRoutes(bindApp, services);
  conversationsRoutes(bindApp, services);
  scheduledRoutes(bindApp, services);
  filtersRoutes(bindApp, services);
  pollsRoutes(bindApp, services);
  timelinesRoutes(bindApp, services);
  listsRoutes(bindApp, services);
  // Before `/v1/notifications/{id}` and `/v2/notifications/{key}`, which would match its path too.
  notificationPolicyRoutes(bindApp);
  notificationsRoutes(bindApp, services);
  groupedNotificationsRoutes(bindApp, services);
  pushSubscriptionRoutes(bindApp, services);
  markersRoutes(bindApp, services);
  mediaRoutes(bindApp, services);
  searchRoutes(bindApp, services);
  reportsRoutes(bindApp, services);
}
