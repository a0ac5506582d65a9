import { altTextMaxLength, imageMaxBytes, videoMaxBytes } from '@skein/contracts/limits';
import { uploadMediaBodySchema } from '@skein/contracts/threads';
import { focusTextField } from '@skein/contracts/media';
import type { Media } from '@skein/contracts/media';
import { z } from 'zod';
import { MastodonResponse, defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import { parseInput } from '../../http/routes/parse-input.ts';
import { toContext } from '../accounts/account.serializer.ts';
import { isUnplayable, toUploadedAttachment } from './media.serializer.ts';
import type { MastodonServices } from '../services.ts';

const description = z
  .string()
  .max(2 * altTextMaxLength)
  .nullish();

/** The point that crops keep. */
const focus = focusTextField.nullish().transform((point) => point ?? undefined);

const fieldNames = { 'altText.0': 'description', altText: 'description', media: 'file' };

const upload = (version: 'v1' | 'v2') =>
  defineMastodonRoute({
    id: `mastodon.uploadMedia.${version}`,
    method: 'POST',
    path: `/${version}/media`,
    auth: 'bearer',
    scope: 'write:media',
    awaitedBy: 'viewer',
    fields: z.object({ description, focus }),
    fieldNames,
    files: {
      file: { maxCount: 1, maxBytes: videoMaxBytes, description: 'The file' },
      thumbnail: {
        maxCount: 1,
        maxBytes: imageMaxBytes,
        description: 'The poster of a video, where the server cannot make its own',
      },
    },
  });

const get = defineMastodonRoute({
  id: 'mastodon.getMedia',
  method: 'GET',
  path: '/v1/media/{id}',
  auth: 'bearer',
  scope: 'write:media',
  reads: 'replica',
});

const update = defineMastodonRoute({
  id: 'mastodon.updateMedia',
  method: 'PUT',
  path: '/v1/media/{id}',
  auth: 'bearer',
  scope: 'write:media',
  fields: z.object({ description, focus }),
  fieldNames,
});

const remove = defineMastodonRoute({
  id: 'mastodon.deleteMedia',
  method: 'DELETE',
  path: '/v1/media/{id}',
  auth: 'bearer',
  scope: 'write:media',
});

export function mediaRoutes(
  bindMastodon: BindMastodon,
  { media, settings }: MastodonServices,
): void {
  const context = toContext(settings);
  const respond = (medium: Media, pendingStatus: number) =>
    new MastodonResponse(toUploadedAttachment(medium, context), {
      status: isUnplayable(medium) ? pendingStatus : 200,
    });
  // All but the conversion of videos is done before the response, so both versions are the same.
  for (const version of ['v1', 'v2'] as const) {
    bindMastodon(upload(version), async ({ viewer, fields, files, idempotency }) => {
      const input = parseDescription(fields.description);
      const [poster] = files['thumbnail'] ?? [];
      const received = (files['file'] ?? []).map((file) => ({
        ...file,
        ...(poster && { poster }),
      }));
      const { post } = await media.upload(viewer, idempotency, input, received);
      if (fields.focus) await media.describe(viewer, post.id, { focus: fields.focus });
      return respond(await media.getOwn(viewer, post.id), 202);
    });
  }
  bindMastodon(get, async ({ viewer, params }) =>
    respond(await media.getOwn(viewer, params['id'] ?? ''), 206),
  );
  bindMastodon(update, async ({ viewer, params, fields }) => {
    const { description: text } = fields;
    const details = {
      altText: typeof text === 'string' ? parseDescription(text).altText[0] : undefined,
      focus: fields.focus,
    };
    const changed = await media.describe(viewer, params['id'] ?? '', details);
    return toUploadedAttachment(changed, context);
  });
  bindMastodon(remove, async ({ viewer, params }) => {
    await media.deleteUnused(viewer, params['id'] ?? '');
    return {};
  });
}

function parseDescription(text: string | null | undefined) {
  return parseInput(uploadMediaBodySchema, { altText: [text ?? ''] });
}
