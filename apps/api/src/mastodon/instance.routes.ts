import type { Scope } from '@skein/contracts/scopes';
import { defineAppRoute } from '../http/app-routes/app-route.ts';
import type { BindAppRoute } from '../http/app-routes/bind-app-route.ts';
import { toHtml } from '../platform/html.ts';
import { toInstance, toInstanceV1 } from './instance.serializer.ts';
import type { MastodonServices } from './services.ts';

const publicRoute = (name: string, path: string) =>
  defineAppRoute({ id: `mastodon.${name}`, method: 'GET', path, auth: 'none' });

/** Lists of what Skein does not have. Apps request them when they start, and show nothing. */
const emptyLists: Record<string, Scope> = {
  '/v1/announcements': 'read:accounts',
  '/v1/conversations': 'read:statuses',
  '/v1/domain_blocks': 'read:blocks',
  '/v1/endorsements': 'read:accounts',
  '/v1/featured_tags': 'read:accounts',
};

const preferences = defineAppRoute({
  id: 'mastodon.preferences',
  method: 'GET',
  path: '/v1/preferences',
  auth: 'bearer',
  scope: 'read:accounts',
});

export function instanceRoutes(
  bindApp: BindAppRoute,
  { settings, siteSettings, push, users, instance }: MastodonServices,
): void {
  const describe = () => ({ ...settings, ...siteSettings.current() });
  bindApp(publicRoute('instance.v1', '/v1/instance'), async () =>
    toInstanceV1(describe(), await push.getPublicKey(), await instance.getPublicStats()),
  );
  bindApp(publicRoute('instance.v2', '/v2/instance'), async () =>
    toInstance(describe(), await push.getPublicKey(), await instance.getPublicStats()),
  );
  bindApp(publicRoute('instance.peers', '/v1/instance/peers'), async () => []);
  bindApp(publicRoute('instance.rules', '/v1/instance/rules'), async () => []);
  bindApp(publicRoute('instance.description', '/v1/instance/extended_description'), async () => ({
    updated_at: null,
    content: toHtml(siteSettings.current().description, {
      origin: settings.publicUrl.origin,
      mentions: new Set(),
    }),
  }));
  bindApp(publicRoute('customEmojis', '/v1/custom_emojis'), async () => []);
  for (const [path, scope] of Object.entries(emptyLists)) {
    const id = `mastodon${path.replaceAll('/', '.')}`;
    const route = defineAppRoute({ id, method: 'GET', path, auth: 'bearer', scope });
    bindApp(route, async () => []);
  }
  bindApp(preferences, async ({ viewer }) => {
    const { isPrivate } = await users.getCurrentUser(viewer.userId);
    return {
      'posting:default:visibility': isPrivate ? 'private' : 'public',
      'posting:default:sensitive': false,
      'posting:default:language': null,
      'posting:default:quote_policy': 'public',
      'reading:expand:media': 'default',
      'reading:expand:spoilers': false,
      'reading:autoplay:gifs': false,
    };
  });
}
