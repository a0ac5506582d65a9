import type { ChatModule } from '../modules/chat/index.ts';
import type { EngagementModule } from '../modules/engagement/index.ts';
import type { FeedModule, TimelinesModule } from '../modules/feed/index.ts';
import type { FiltersModule } from '../modules/filters/index.ts';
import type {
  Announcements,
  CurrentSiteSettings,
  InstanceModule,
} from '../modules/instance/index.ts';
import type { ListsModule } from '../modules/lists/index.ts';
import type { MediaModule } from '../modules/media/index.ts';
import type { ModerationModule } from '../modules/moderation/index.ts';
import type { NotificationsModule, PushModule } from '../modules/notifications/index.ts';
import type { OauthModule } from '../modules/oauth/index.ts';
import type { FederationModule } from '../modules/federation/index.ts';
import type { FederationSettings } from '../platform/config/federation-settings.ts';
import type { RealtimeModule } from '../modules/realtime/index.ts';
import type { RelationshipsModule } from '../modules/relationships/index.ts';
import type { HashtagsModule, SearchModule, TrendingModule } from '../modules/search/index.ts';
import type { ThreadsModule } from '../modules/threads/index.ts';
import type { ProfilesModule, UsersModule } from '../modules/users/index.ts';

/** The modules whose use cases the Mastodon API offers. */
export interface MastodonServices {
  announcements: Announcements;
  settings: {
    publicUrl: URL;
    federation?: FederationSettings | undefined;
    isIndexable: boolean;
    version: string;
    termsText: string | undefined;
    translation: object | undefined;
  };
  siteSettings: CurrentSiteSettings;
  chat: ChatModule;
  engagement: EngagementModule;
  /** Undefined without federation. */
  federation?:
    { servers: Pick<FederationModule['servers'], 'allowsOnlyListed' | 'listPeers'> } | undefined;
  feed: FeedModule;
  filters: FiltersModule;
  hashtags: HashtagsModule;
  instance: Pick<InstanceModule, 'getActivity' | 'getPublicStats' | 'pages'>;
  lists: ListsModule;
  media: MediaModule;
  moderation: Pick<ModerationModule, 'report'>;
  notifications: NotificationsModule;
  oauth: OauthModule;
  profiles: ProfilesModule;
  push: Pick<PushModule, 'apps' | 'getPublicKey'>;
  realtime: RealtimeModule;
  relationships: RelationshipsModule;
  search: SearchModule;
  threads: ThreadsModule;
  timelines: TimelinesModule;
  trending: TrendingModule;
  users: UsersModule;
}
