import {
  altTextMaxLength,
  attachmentsMax,
  bioMaxLength,
  featuredHashtagsMax,
  imageMaxPixels,
  nameMaxLength,
  pollDurationMaxMinutes,
  pollDurationMinMinutes,
  pollOptionMaxLength,
  pollOptionsMax,
  profileFieldNameMaxLength,
  profileFieldsMax,
  profileFieldValueMaxLength,
  textMaxLength,
} from '@skein/contracts/limits';
import { toUploadLimits } from '@skein/contracts/upload-limits';
import type { Rule, SiteSettings } from '@skein/contracts/instance';
import type { PublicStats } from '../../modules/instance/index.ts';
import { fieldNames } from '../accounts/account.serializer.ts';
import { getHandleDomain } from '../../platform/config/federation-settings.ts';
import { toHtml } from '../../platform/html.ts';
import type { MastodonServices } from '../services.ts';
import { mastodonApiVersion, mastodonVersion } from '../../platform/mastodon-version.ts';

/** The BlurHash of icon-512.png. */
const iconBlurhash = 'LJO0iQ$%H?#-$*j[WBaeRPae.mof';

/** The languages of the web app. */
export const instanceLanguages = ['en', 'de'];

type Settings = MastodonServices['settings'] & SiteSettings & { rules: readonly Rule[] };

function toConfiguration(settings: Settings, vapidKey: string) {
  const { publicUrl, translation } = settings;
  const { formats, maxBytes } = toUploadLimits(settings);
  return {
    urls: {
      streaming: streamingUrl(publicUrl),
      status: null,
      about: `${publicUrl.origin}/about`,
      privacy_policy: `${publicUrl.origin}/privacy`,
      terms_of_service: `${publicUrl.origin}/terms`,
    },
    vapid: { public_key: vapidKey },
    accounts: {
      max_display_name_length: nameMaxLength,
      max_note_length: bioMaxLength,
      max_avatar_description_length: 0,
      max_header_description_length: 0,
      max_featured_tags: featuredHashtagsMax,
      max_pinned_statuses: 1,
      max_profile_fields: Object.keys(fieldNames).length + profileFieldsMax,
      profile_field_name_limit: profileFieldNameMaxLength,
      profile_field_value_limit: profileFieldValueMaxLength,
    },
    statuses: {
      max_characters: textMaxLength,
      max_media_attachments: attachmentsMax,
      // Links count with all their characters.
      characters_reserved_per_url: 0,
    },
    media_attachments: {
      description_limit: altTextMaxLength,
      supported_mime_types: formats,
      image_size_limit: maxBytes.image,
      image_matrix_limit: imageMaxPixels,
      video_size_limit: maxBytes.video,
      video_frame_rate_limit: 120,
      video_matrix_limit: imageMaxPixels,
    },
    polls: {
      max_options: pollOptionsMax,
      max_characters_per_option: pollOptionMaxLength,
      min_expiration: pollDurationMinMinutes * 60,
      max_expiration: pollDurationMaxMinutes * 60,
    },
    translation: { enabled: translation !== undefined },
    // There is no timeline of other servers. Local ones show visitors what the pages of threads show them.
    timelines_access: {
      live_feeds: { local: 'public', remote: 'disabled' },
      hashtag_feeds: { local: 'public', remote: 'disabled' },
      trending_link_feeds: { local: 'disabled', remote: 'disabled' },
    },
    limited_federation: settings.federation === undefined,
  };
}

/** Entities `Rule`. */
export function toRules(rules: readonly Rule[]) {
  return rules.map(({ id, title, description }) => ({
    id,
    text: title,
    hint: description,
    translations: {},
  }));
}

/** The entity `Instance`. */
export function toInstance(settings: Settings, vapidKey: string, stats: PublicStats) {
  const { name, description, contactEmail, publicUrl } = settings;
  return {
    domain: getHandleDomain(settings),
    title: name,
    version: getVersion(settings),
    // Apps show it as a link, and an instance publishes no source of its own.
    source_url: `${publicUrl.origin}/about`,
    description,
    wrapstodon: null,
    usage: { users: { active_month: stats.activeUsers } },
    thumbnail: {
      url: iconUrl(publicUrl),
      description: name,
      blurhash: iconBlurhash,
      versions: { '@1x': iconUrl(publicUrl), '@2x': iconUrl(publicUrl) },
    },
    icon: [192, 512].map((px) => ({
      src: `${publicUrl.origin}/icons/icon-${px}.png`,
      size: `${px}x${px}`,
    })),
    languages: instanceLanguages,
    configuration: toConfiguration(settings, vapidKey),
    registrations: {
      // With the page of the web app: apps cannot create accounts.
      enabled: canRegister(settings),
      approval_required: settings.registrationMode === 'approval',
      reason_required: settings.registrationMode === 'approval',
      message: settings.registrationMode === 'open' ? null : toMessage(settings),
      min_age: null,
      url: `${publicUrl.origin}/register`,
    },
    api_versions: { mastodon: mastodonApiVersion },
    contact: { email: contactEmail, account: null },
    rules: toRules(settings.rules),
  };
}

/** The entity `V1::Instance`. */
export function toInstanceV1(settings: Settings, vapidKey: string, stats: PublicStats) {
  const { name, description, contactEmail, publicUrl } = settings;
  return {
    uri: getHandleDomain(settings),
    title: name,
    short_description: description,
    description,
    email: contactEmail,
    version: getVersion(settings),
    urls: { streaming_api: streamingUrl(publicUrl) },
    stats: { user_count: stats.users, status_count: stats.threads, domain_count: 1 },
    thumbnail: iconUrl(publicUrl),
    languages: instanceLanguages,
    registrations: canRegister(settings),
    approval_required: settings.registrationMode === 'approval',
    invites_enabled: false,
    configuration: toConfiguration(settings, vapidKey),
    contact_account: null,
    rules: toRules(settings.rules),
  };
}

/** Whether anyone can register or ask for an account. */
function canRegister({ registrationMode }: Settings): boolean {
  return registrationMode === 'open' || registrationMode === 'approval';
}

/** HTML that explains why users cannot simply register. */
function toMessage({ registrationMessage, publicUrl }: Settings): string | null {
  if (registrationMessage === '') return null;
  return toHtml(registrationMessage, { origin: publicUrl.origin, mentions: new Map() });
}

/** Apps find features by the first number, and the software in the parentheses. */
function getVersion({ version }: Settings): string {
  return `${mastodonVersion} (compatible; Skein ${version})`;
}

function streamingUrl({ origin }: URL): string {
  return origin.replace(/^http/, 'ws');
}

function iconUrl({ origin }: URL): string {
  return `${origin}/icons/icon-512.png`;
}
