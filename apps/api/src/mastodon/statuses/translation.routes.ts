import { z } from 'zod';
import { defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import { toContext } from '../accounts/account.serializer.ts';
import type { MastodonServices } from '../services.ts';
import { getThread } from './get-thread.ts';
import { languageTag } from './status-fields.ts';
import { toTranslation } from './status.serializer.ts';

const translate = defineMastodonRoute({
  id: 'mastodon.translateStatus',
  method: 'POST',
  path: '/v1/statuses/{id}/translate',
  auth: 'bearer',
  scope: 'read:statuses',
  limit: 'translations',
  whenFrozen: 'allowed',
  awaitedBy: 'viewer',
  fields: z.object({ lang: languageTag }),
});

/** Translations by a service that the operator has configured. */
export function translationRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  bindMastodon(translate, async ({ viewer, params, fields, locale }) => {
    const thread = await getThread(services, viewer, params['id']);
    const translation = await services.threads.translate(viewer, thread.id, fields.lang ?? locale);
    return toTranslation(thread, translation, toContext(services.settings));
  });
}
