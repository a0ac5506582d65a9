import type { BindMastodon } from '../http/mastodon/bind-mastodon.ts';
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
export function mastodonRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  appsRoutes(bindMastodon, services);
  instanceRoutes(bindMastodon, services);
  // Before `/v1/notifications/{id}` and its like, which would match its paths too.
  unavailableRoutes(bindMastodon, services);
  announcementsRoutes(bindMastodon, services);
  // Before `/v1/accounts/{id}`, which would match its path too.
  discoveryRoutes(bindMastodon, services);
  profileRoutes(bindMastodon, services);
  relationshipsRoutes(bindMastodon, services);
  accountsRoutes(bindMastodon, services);
  statusesRoutes(bindMastodon, services);
  quotesRoutes(bindMastodon, services);
  conversationsRoutes(bindMastodon, services);
  scheduledRoutes(bindMastodon, services);
  filtersRoutes(bindMastodon, services);
  pollsRoutes(bindMastodon, services);
  timelinesRoutes(bindMastodon, services);
  listsRoutes(bindMastodon, services);
  // Before `/v1/notifications/{id}` and `/v2/notifications/{key}`, which would match its path too.
  notificationPolicyRoutes(bindMastodon);
  notificationsRoutes(bindMastodon, services);
  groupedNotificationsRoutes(bindMastodon, services);
  pushSubscriptionRoutes(bindMastodon, services);
  markersRoutes(bindMastodon, services);
  mediaRoutes(bindMastodon, services);
  searchRoutes(bindMastodon, services);
  reportsRoutes(bindMastodon, services);
}
