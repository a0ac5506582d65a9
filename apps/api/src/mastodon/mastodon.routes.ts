import type { BindMastodon } from '../http/mastodon/bind-mastodon.ts';
import { accountsRoutes } from './accounts/accounts.routes.ts';
import { announcementsRoutes } from './instance/announcements.routes.ts';
import { appsRoutes } from './instance/apps.routes.ts';
import { conversationsRoutes } from './statuses/conversations.routes.ts';
import { discoveryRoutes } from './timelines/discovery.routes.ts';
import { featuredTagsRoutes } from './accounts/featured-tags.routes.ts';
import { filtersRoutes } from './accounts/filters.routes.ts';
import { groupedNotificationsRoutes } from './notifications/grouped-notifications.routes.ts';
import { instanceRoutes } from './instance/instance.routes.ts';
import { listsRoutes } from './accounts/lists.routes.ts';
import { markersRoutes } from './timelines/markers.routes.ts';
import { mediaRoutes } from './statuses/media.routes.ts';
import { notificationPolicyRoutes } from './notifications/notification-policy.routes.ts';
import { notificationRequestsRoutes } from './notifications/notification-requests.routes.ts';
import { notificationsRoutes } from './notifications/notifications.routes.ts';
import { pollsRoutes } from './statuses/polls.routes.ts';
import { profileRoutes } from './accounts/profile.routes.ts';
import { pushSubscriptionRoutes } from './notifications/push.routes.ts';
import { quotesRoutes } from './statuses/quotes.routes.ts';
import { translationRoutes } from './statuses/translation.routes.ts';
import { relationshipsRoutes } from './accounts/relationships.routes.ts';
import { reportsRoutes } from './instance/reports.routes.ts';
import { scheduledRoutes } from './statuses/scheduled.routes.ts';
import { searchRoutes } from './timelines/search.routes.ts';
import type { MastodonServices } from './services.ts';
import { statusesRoutes } from './statuses/statuses.routes.ts';
import { timelinesRoutes } from './timelines/timelines.routes.ts';
import { unavailableRoutes } from './instance/unavailable.routes.ts';

/** The client API of Mastodon, as a second API over the same use cases. */
export function mastodonRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  appsRoutes(bindMastodon, services);
  instanceRoutes(bindMastodon, services);
  // Before `/v1/notifications/{id}` and its like, which would match its paths too.
  unavailableRoutes(bindMastodon, services);
  announcementsRoutes(bindMastodon, services);
  featuredTagsRoutes(bindMastodon, services);
  // Before `/v1/accounts/{id}`, which would match its path too.
  discoveryRoutes(bindMastodon, services);
  profileRoutes(bindMastodon, services);
  relationshipsRoutes(bindMastodon, services);
  accountsRoutes(bindMastodon, services);
  statusesRoutes(bindMastodon, services);
  quotesRoutes(bindMastodon, services);
  translationRoutes(bindMastodon, services);
  conversationsRoutes(bindMastodon, services);
  scheduledRoutes(bindMastodon, services);
  filtersRoutes(bindMastodon, services);
  pollsRoutes(bindMastodon, services);
  timelinesRoutes(bindMastodon, services);
  listsRoutes(bindMastodon, services);
  // Before `/v1/notifications/{id}` and `/v2/notifications/{key}`, which would match its path too.
  notificationPolicyRoutes(bindMastodon, services);
  notificationRequestsRoutes(bindMastodon, services);
  notificationsRoutes(bindMastodon, services);
  groupedNotificationsRoutes(bindMastodon, services);
  pushSubscriptionRoutes(bindMastodon, services);
  markersRoutes(bindMastodon, services);
  mediaRoutes(bindMastodon, services);
  searchRoutes(bindMastodon, services);
  reportsRoutes(bindMastodon, services);
}
