import { bannerImageMaxBytes, profileImageMaxBytes } from '@skein/contracts/limits';
import { updateProfileBodySchema } from '@skein/contracts/users';
import { z } from 'zod';
import { defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { MastodonRouteInput, BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import { parseInput } from '../../http/routes/parse-input.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { fieldNames } from './account.serializer.ts';
import { loadCredentialAccount, loadOwnProfile } from './load-credential-account.ts';
import { toAudience, toVisibility } from '../statuses/visibility.ts';
import { unsupported } from '../pagination.ts';
import { flag, oneOrMore } from '../request-fields.ts';
import type { MastodonServices } from '../services.ts';

const field = z.object({ name: z.string().default(''), value: z.string().default('') });

const image = (description: string, maxBytes: number) => ({
  maxCount: 1,
  maxBytes,
  description,
});

const getProfile = defineMastodonRoute({
  id: 'mastodon.getProfile',
  method: 'GET',
  path: '/v1/profile',
  auth: 'bearer',
  scope: 'profile',
  reads: 'replica',
});

const changes = {
  auth: 'bearer',
  scope: 'write:accounts',
  fields: z.object({
    display_name: z.string().optional(),
    note: z.string().optional(),
    locked: flag.optional(),
    bot: flag.optional(),
    discoverable: flag.nullish(),
    hide_collections: flag.nullish(),
    indexable: flag.nullish(),
    attribution_domains: oneOrMore(100).optional(),
    source: z
      .object({
        privacy: z.string().nullish(),
        sensitive: flag.nullish(),
        language: z.string().nullish(),
        quote_policy: z.string().nullish(),
      })
      .optional(),
    // A list, or an object with the positions as keys.
    fields_attributes: z
      .union([z.array(field), z.record(z.string(), field).transform((list) => Object.values(list))])
      .optional(),
  }),
  fieldNames: {
    name: 'display_name',
    bio: 'note',
    isPrivate: 'locked',
    website: 'fields_attributes',
    location: 'fields_attributes',
    fields: 'fields_attributes',
    defaultLanguage: 'source',
    profileImage: 'avatar',
    bannerImage: 'header',
  },
  files: {
    avatar: image('The profile picture', profileImageMaxBytes),
    header: image('The banner', bannerImageMaxBytes),
  },
} as const;

type SentChanges = z.output<typeof changes.fields>;

const updateCredentials = defineMastodonRoute({
  id: 'mastodon.updateCredentials',
  method: 'PATCH',
  path: '/v1/accounts/update_credentials',
  ...changes,
});

const updateProfile = defineMastodonRoute({
  id: 'mastodon.updateProfile',
  method: 'PATCH',
  path: '/v1/profile',
  ...changes,
});

const removeAvatar = defineMastodonRoute({
  id: 'mastodon.removeAvatar',
  method: 'DELETE',
  path: '/v1/profile/avatar',
  auth: 'bearer',
  scope: 'write:accounts',
});

const removeHeader = defineMastodonRoute({
  id: 'mastodon.removeHeader',
  method: 'DELETE',
  path: '/v1/profile/header',
  auth: 'bearer',
  scope: 'write:accounts',
});

export function profileRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  const { profiles } = services;
  type Changes = Pick<MastodonRouteInput<typeof updateProfile>, 'viewer' | 'fields' | 'files'>;
  const save = async ({ viewer, fields, files }: Changes) => {
    await requireSupported(services, viewer, fields);
    const input = {
      name: fields.display_name,
      bio: fields.note,
      ...toSettings(fields),
      ...(await toDefaultAudience(services, viewer, fields)),
      ...(fields.fields_attributes && toChanges(fields.fields_attributes)),
    };
    const images = { profileImage: files['avatar']?.[0], bannerImage: files['header']?.[0] };
    return profiles.update(viewer, parseInput(updateProfileBodySchema, input), images);
  };
  const remove = async (viewer: Viewer, name: 'removeProfileImage' | 'removeBannerImage') => {
    await profiles.update(viewer, parseInput(updateProfileBodySchema, { [name]: 'true' }), {});
    return loadCredentialAccount(services, viewer);
  };
  bindMastodon(getProfile, ({ viewer }) => loadOwnProfile(services, viewer));
  bindMastodon(updateProfile, async (input) => {
    await save(input);
    return loadOwnProfile(services, input.viewer);
  });
  bindMastodon(updateCredentials, async (input) => {
    await save(input);
    return loadCredentialAccount(services, input.viewer);
  });
  bindMastodon(removeAvatar, ({ viewer }) => remove(viewer, 'removeProfileImage'));
  bindMastodon(removeHeader, ({ viewer }) => remove(viewer, 'removeBannerImage'));
}

/** The settings that an app sends, as fields of a form. Null is sent for those that it does not know. */
function toSettings({ locked, bot, discoverable, indexable, ...fields }: SentChanges) {
  const toggles = {
    isPrivate: locked,
    isBot: bot,
    isDiscoverable: discoverable,
    hidesConnections: fields.hide_collections,
    isShownOutside: indexable,
    isSensitiveByDefault: fields.source?.sensitive,
  };
  const sent = Object.entries(toggles).filter(([, value]) => typeof value === 'boolean');
  return {
    ...Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
    defaultLanguage: fields.source?.language ?? undefined,
  };
}

/** @throws ValidationError for settings that have no counterpart, except for their present values */
async function requireSupported(
  services: MastodonServices,
  viewer: Viewer,
  { attribution_domains: domains, locked, source }: SentChanges,
): Promise<void> {
  if (domains?.some((domain) => domain !== '')) {
    throw unsupported('attribution_domains', 'error.app.notSupported');
  }
  const { privacy, quote_policy: quotePolicy } = source ?? {};
  if ((quotePolicy ?? 'public') !== 'public') {
    throw unsupported('source', 'error.app.notSupported');
  }
  if (typeof privacy !== 'string') return;
  const user = await services.users.getCurrentUser(viewer.userId);
  // A private account has the visibility of its setting `locked`; other accounts can change theirs.
  const isFixed = locked === undefined && user.isPrivate;
  const isVisibility = defaultVisibilities.safeParse(privacy).success;
  const isAccepted = !isFixed && (isVisibility || locked === true);
  if (!isAccepted && privacy !== toVisibility(user.defaultAudience, user)) {
    throw unsupported('source', 'error.app.notSupported');
  }
}

const defaultVisibilities = z.enum(['public', 'unlisted', 'private']);

/** The default audience of a public account. Apps of private accounts send its visibility. */
async function toDefaultAudience(
  { users }: Pick<MastodonServices, 'users'>,
  viewer: Viewer,
  { locked, source }: SentChanges,
) {
  const { data: privacy } = defaultVisibilities.safeParse(source?.privacy);
  if (privacy === undefined) return {};
  const isPrivate = locked ?? (await users.getCurrentUser(viewer.userId)).isPrivate;
  return isPrivate ? {} : { defaultAudience: toAudience(privacy) };
}

/** Website and location are fields with these names. Clients send all fields, so one that is absent is cleared. */
function toChanges(fields: readonly z.output<typeof field>[]) {
  const findValue = (wanted: string) => fields.find(({ name }) => name === wanted)?.value ?? '';
  const ownNames: readonly string[] = Object.values(fieldNames);
  return {
    website: findValue(fieldNames.website),
    location: findValue(fieldNames.location),
    fields: JSON.stringify(fields.filter(({ name }) => !ownNames.includes(name))),
  };
}
