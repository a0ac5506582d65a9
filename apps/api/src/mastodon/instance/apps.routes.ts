import { z } from 'zod';
import { defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import type { MastodonServices } from '../services.ts';

const text = z.string().max(20_000);

const createApp = defineMastodonRoute({
  id: 'mastodon.createApp',
  method: 'POST',
  path: '/v1/apps',
  auth: 'none',
  limit: 'appRegistrations',
  awaitedBy: 'viewer',
  fields: z.object({
    client_name: text.default(''),
    // One per line, or a list.
    redirect_uris: z.union([text, z.array(text)]).default(''),
    scopes: text.optional(),
    website: text.nullish(),
  }),
});

const verifyApp = defineMastodonRoute({
  id: 'mastodon.verifyApp',
  method: 'GET',
  path: '/v1/apps/verify_credentials',
  // Any token of the app, also one that acts for no user.
  auth: 'none',
});

export function appsRoutes(bindMastodon: BindMastodon, { oauth, push }: MastodonServices): void {
  bindMastodon(createApp, async ({ fields }) => {
    const { app, secret } = await oauth.registerApp({
      name: fields.client_name,
      website: fields.website === '' ? null : (fields.website ?? null),
      redirectUris: [fields.redirect_uris]
        .flat()
        .flatMap((uris) => uris.split(/\s+/))
        .filter(Boolean),
      scope: fields.scopes,
    });
    return {
      ...toApplication(app, await push.getPublicKey()),
      client_id: app.id,
      client_secret: secret,
      client_secret_expires_at: 0,
    };
  });
  bindMastodon(verifyApp, async ({ authorization }) => {
    const app = await oauth.getApp(/^Bearer (.+)$/i.exec(authorization ?? '')?.[1]);
    return toApplication(app, await push.getPublicKey());
  });
}

interface App {
  id: string;
  name: string;
  website: string | null;
  redirectUris: readonly string[];
  scopes: readonly string[];
}

function toApplication({ id, name, website, redirectUris, scopes }: App, vapidKey: string) {
  return {
    id,
    name,
    website,
    scopes,
    redirect_uri: redirectUris.join('\n'),
    redirect_uris: redirectUris,
    vapid_key: vapidKey,
  };
}
