import { bannerImageMaxBytes, profileImageMaxBytes } from '@skein/contracts/limits';
import { updateProfileBodySchema } from '@skein/contracts/users';
import { z } from 'zod';
import { defineAppRoute } from '../http/app-routes/app-route.ts';
import type { BindAppRoute } from '../http/app-routes/bind-app-route.ts';
import { parseInput } from '../http/routes/parse-input.ts';
import type { Viewer } from '../platform/viewer.ts';
import { fieldNames } from './account.serializer.ts';
import { loadCredentialAccount } from './load-credential-account.ts';
import { unsupported } from './pagination.ts';
import type { MastodonServices } from './services.ts';

const flag = z.union([z.boolean(), z.stringbool()]);
const field = z.object({ name: z.string().default(''), value: z.string().default('') });

const image = (description: string, maxBytes: number) => ({
  maxCount: 1,
  maxBytes,
  description,
});

const updateCredentials = defineAppRoute({
  id: 'mastodon.updateCredentials',
  method: 'PATCH',
  path: '/v1/accounts/update_credentials',
  auth: 'bearer',
  scope: 'write:accounts',
  fields: z.object({
    display_name: z.string().optional(),
    note: z.string().optional(),
    locked: flag.optional(),
    // A list, or an object with the positions as keys.
    fields_attributes: z
      .union([z.array(field), z.record(z.string(), field).transform((list) => Object.values(list))])
      .optional(),
  }),
  files: {
    avatar: image('The profile picture', profileImageMaxBytes),
    header: image('The banner', bannerImageMaxBytes),
  },
});

const removeAvatar = defineAppRoute({
  id: 'mastodon.removeAvatar',
  method: 'DELETE',
  path: '/v1/profile/avatar',
  auth: 'bearer',
  scope: 'write:accounts',
});

const removeHeader = defineAppRoute({
  id: 'mastodon.removeHeader',
  method: 'DELETE',
  path: '/v1/profile/header',
  auth: 'bearer',
  scope: 'write:accounts',
});

export function profileRoutes(bindApp: BindAppRoute, services: MastodonServices): void {
  const { profiles } = services;
  const change = async (
    viewer: Viewer,
    input: object,
    images: Parameters<typeof profiles.update>[2] = {},
  ) => {
    await profiles.update(viewer, parseInput(updateProfileBodySchema, input), images);
    return loadCredentialAccount(services, viewer);
  };
  bindApp(updateCredentials, async ({ viewer, fields, files }) =>
    change(
      viewer,
      {
        name: fields.display_name,
        bio: fields.note,
        ...(fields.locked !== undefined && { isPrivate: String(fields.locked) }),
        ...(fields.fields_attributes && toChanges(fields.fields_attributes)),
      },
      { profileImage: files['avatar']?.[0], bannerImage: files['header']?.[0] },
    ),
  );
  bindApp(removeAvatar, ({ viewer }) => change(viewer, { removeProfileImage: 'true' }));
  bindApp(removeHeader, ({ viewer }) => change(viewer, { removeBannerImage: 'true' }));
}

/** Skein has two fields. Apps send all fields, so one that is absent is cleared. */
function toChanges(fields: readonly z.output<typeof field>[]) {
  const filled = fields.filter(({ name, value }) => name !== '' && value !== '');
  const names: readonly string[] = Object.values(fieldNames);
  if (filled.some(({ name }) => !names.includes(name))) {
    throw unsupported('fields_attributes', `The only profile fields are ${names.join(' and ')}.`);
  }
  const valueOf = (wanted: string) => filled.find(({ name }) => name === wanted)?.value ?? '';
  return { website: valueOf(fieldNames.website), location: valueOf(fieldNames.location) };
}
