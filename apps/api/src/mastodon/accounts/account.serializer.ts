import { getAvatarColor, getInitials } from '@skein/contracts/avatar';
import type { UserRole } from '@skein/contracts/administration';
import type { CurrentUser, Profile } from '@skein/contracts/users';
import type { FeaturedHashtag } from '../../modules/search/index.ts';
import type { Author } from '../../modules/users/index.ts';
import { toHtml, toInlineHtml } from '../../platform/html.ts';
import { toCustomEmoji } from '../custom-emoji.ts';
import { toVisibility } from '../statuses/visibility.ts';
import type { MastodonServices } from '../services.ts';

/** Headers of users without one. Apps recognize the end of the name and show no picture. */
const missingHeader = '/icons/header-missing.png';

export const fieldNames = { website: 'Website', location: 'Location' } as const;

type FieldSource = Pick<Author, 'website' | 'location' | 'fields'>;

export interface SerializerContext {
  /** The origin of the instance's public URL. */
  origin: string;
  /** Whether search engines may list public pages of the instance. */
  isIndexable: boolean;
  /** Whether accounts and threads have documents for other servers. */
  isFederated: boolean;
}

export function toContext({
  publicUrl,
  isIndexable,
  federation,
}: Pick<
  MastodonServices['settings'],
  'publicUrl' | 'isIndexable' | 'federation'
>): SerializerContext {
  return { origin: publicUrl.origin, isIndexable, isFederated: federation !== undefined };
}

/** The tabs of a profile. There is no tab for featured accounts and hashtags. */
const profileTabs = { show_media: true, show_media_replies: true, show_featured: false };
/** Accounts cannot be featured in collections. */
const noFeatureApproval = { automatic: [], manual: [], current_user: 'denied' } as const;

type Account = ReturnType<typeof createAccount> & { moved?: Account };

/** Many statuses of a list have the same author. A profile is loaded for one response. */
const accounts = new WeakMap<Author, Account>();

/** The entity `Account`. */
export function toAccount(profile: Author, context: SerializerContext): Account {
  const known = accounts.get(profile);
  if (known !== undefined) return known;
  const { movedTo } = profile;
  const account: Account = {
    ...createAccount(profile, context),
    ...(movedTo !== null && { moved: toAccount(movedTo, context) }),
  };
  accounts.set(profile, account);
  return account;
}

/** The picture of a user, or their initials as the web app shows them. */
export function toAvatarUrl(
  { name, picture }: Pick<Author, 'name' | 'picture'>,
  { origin }: Pick<SerializerContext, 'origin'>,
): string {
  const initials = encodeURIComponent(getInitials(name));
  return `${origin}${picture ?? `/avatars/${getAvatarColor(name)}/${initials}`}`;
}

function createAccount(profile: Author, { origin, isIndexable, isFederated }: SerializerContext) {
  const isIndexed = isIndexable && profile.isShownOutside;
  const avatar = toAvatarUrl(profile, { origin });
  const header = `${origin}${profile.banner ?? missingHeader}`;
  const page = `${origin}/profile/${profile.username}`;
  const ownUri = isFederated ? `${origin}/ap/users/${profile.id}` : page;
  const uri = profile.remote?.uri ?? ownUri;
  const url = profile.remote === null ? page : (profile.remote.url ?? uri);
  return {
    id: profile.id,
    username: profile.username.split('@', 1)[0] ?? '',
    acct: profile.username,
    display_name: profile.name,
    locked: profile.isPrivate,
    bot: profile.isBot,
    discoverable: profile.isDiscoverable && !profile.isPrivate,
    indexable: isIndexed,
    group: false,
    noindex: !isIndexed,
    created_at: `${profile.createdAt.slice(0, 10)}T00:00:00.000Z`,
    note: toHtml(profile.bio ?? '', { origin, mentions: new Map() }),
    url,
    uri,
    avatar,
    avatar_static: avatar,
    avatar_description: '',
    header,
    header_static: header,
    header_description: '',
    followers_count: profile.followersCount,
    following_count: profile.followingCount,
    statuses_count: profile.threadsCount,
    last_status_at: null,
    hide_collections: !profile.canViewConnections,
    ...profileTabs,
    feature_approval: noFeatureApproval,
    emojis: toCustomEmoji(
      [profile.name, profile.bio, ...profile.fields.flatMap(({ name, value }) => [name, value])],
      profile.username,
      { origin },
    ),
    roles: [],
    fields: toFields(profile, { origin }),
  };
}

/** With the ids that Mastodon gives its own roles. */
const roles = {
  member: { id: '-99', name: '' },
  moderator: { id: '1', name: 'Moderator' },
  admin: { id: '2', name: 'Admin' },
  owner: { id: '3', name: 'Owner' },
} as const satisfies Record<UserRole, object>;

/** The entity `CredentialAccount`. */
export function toCredentialAccount(
  profile: Author,
  {
    bio,
    isPrivate,
    defaultAudience,
    isSensitiveByDefault,
    defaultLanguage,
    hidesConnections,
    role,
  }: Pick<
    CurrentUser,
    | 'bio'
    | 'isPrivate'
    | 'defaultAudience'
    | 'isSensitiveByDefault'
    | 'defaultLanguage'
    | 'hidesConnections'
    | 'role'
  >,
  { followRequests, ...context }: SerializerContext & { followRequests: number },
) {
  const account = toAccount(profile, context);
  return {
    ...account,
    hide_collections: hidesConnections,
    source: {
      privacy: toVisibility(defaultAudience, { isPrivate }),
      sensitive: isSensitiveByDefault,
      // As in Mastodon, empty for a user who has not chosen one.
      language: defaultLanguage ?? '',
      note: bio ?? '',
      fields: toSourceFields(profile),
      follow_requests_count: followRequests,
      hide_collections: hidesConnections,
      discoverable: account.discoverable,
      indexable: account.indexable,
      attribution_domains: [],
      quote_policy: 'public',
    },
    // Administration is not possible with this API.
    role: {
      ...roles[role],
      color: '',
      permissions: '0',
      highlighted: role !== 'member',
      collection_limit: 0,
    },
  };
}

/** The entity `Profile`, with the texts as the user wrote them. */
export function toOwnProfile(
  profile: Author,
  {
    bio,
    hidesConnections,
    featured,
  }: Pick<CurrentUser, 'bio' | 'hidesConnections'> & { featured: readonly FeaturedHashtag[] },
  context: SerializerContext,
) {
  const { avatar, header, locked, bot, discoverable, indexable } = toAccount(profile, context);
  const [shownAvatar, shownHeader] = [
    profile.picture === null ? null : avatar,
    profile.banner === null ? null : header,
  ];
  return {
    id: profile.id,
    display_name: profile.name,
    note: bio ?? '',
    fields: toSourceFields(profile),
    avatar: shownAvatar,
    avatar_static: shownAvatar,
    avatar_description: '',
    header: shownHeader,
    header_static: shownHeader,
    header_description: '',
    locked,
    bot,
    hide_collections: hidesConnections,
    discoverable,
    indexable,
    ...profileTabs,
    attribution_domains: [],
    featured_tags: featured.map((tag) => toFeaturedTag(tag, context)),
  };
}

/** The entity `FeaturedTag`. Its page lists the threads of all users. */
export function toFeaturedTag(
  { id, tag, threadsCount, lastThreadAt }: FeaturedHashtag,
  { origin }: Pick<SerializerContext, 'origin'>,
) {
  return {
    id,
    name: tag,
    url: `${origin}/hashtag/${encodeURIComponent(tag)}`,
    statuses_count: String(threadsCount),
    last_status_at: lastThreadAt?.toISOString().slice(0, 10) ?? null,
  };
}

/** The entity `Relationship`. */
export function toRelationship(
  profile: Profile,
  { isRequestedBy, note }: { isRequestedBy: boolean; note: string },
) {
  return {
    id: profile.id,
    following: profile.isFollowing,
    showing_reblogs: profile.isFollowing && !profile.areRepostsMuted,
    notifying: profile.isNotifying,
    languages: [],
    followed_by: profile.isFollowedBy,
    blocking: profile.isBlocked,
    // A user who has blocked the viewer is not visible.
    blocked_by: false,
    muting: profile.isMuted,
    muting_notifications: profile.isMuted,
    muting_expires_at: profile.mutedUntil,
    requested: profile.followRequestStatus === 'PENDING',
    requested_by: isRequestedBy,
    domain_blocking: profile.isServerBlocked,
    endorsed: false,
    note,
  };
}

/** Website and location are fields too, so that clients show and change them. */
function listFields({ website, location, fields }: FieldSource) {
  return [
    ...(website === null ? [] : [{ name: fieldNames.website, value: website }]),
    ...(location === null ? [] : [{ name: fieldNames.location, value: location }]),
    ...fields,
  ];
}

/** The texts, as the user wrote them. */
function toSourceFields(user: FieldSource) {
  return listFields(user).map((field) => ({ ...field, verified_at: null }));
}

function toFields(user: FieldSource, { origin }: Pick<SerializerContext, 'origin'>) {
  return listFields(user).map(({ name, value }) => ({
    name,
    value: toInlineHtml(value, { origin, mentions: new Map() }),
    verified_at: null,
  }));
}
