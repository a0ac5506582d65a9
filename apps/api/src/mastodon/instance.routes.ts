import type { InstancePage } from '@skein/contracts/administration';
import type { Scope } from '@skein/contracts/scopes';
import { defineAppRoute } from '../http/app-routes/app-route.ts';
import type { BindAppRoute } from '../http/app-routes/bind-app-route.ts';
import { markdownToHtml } from '../platform/markdown.ts';
import { toInstance, toInstanceV1, toRules } from './instance.serializer.ts';
import type { MastodonServices } from './services.ts';

const publicRoute = (name: string, path: string) =>
  defineAppRoute({ id: `mastodon.${name}`, method: 'GET', path, auth: 'none' });

/** Lists of what Skein does not have. Apps request them when they start, and show nothing. */
const emptyLists: Record<string, Scope> = {
  '/v1/announcements': 'read:accounts',
  '/v1/domain_blocks': 'read:blocks',
  '/v1/endorsements': 'read:accounts',
  '/v1/featured_tags': 'read:accounts',
  '/v1/featured_tags/suggestions': 'read:accounts',
  '/v1/notifications/requests': 'read:notifications',
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
  const describe = () => ({
    ...settings,
    ...siteSettings.current(),
    rules: instance.pages.listRules(),
  });
  const describePage = async (page: InstancePage) => {
    const { text, updatedAt } = instance.pages.find(page);
    const fallback = page === 'about' ? siteSettings.current().description : '';
    return { updated_at: updatedAt, content: await markdownToHtml(text ?? fallback) };
  };
  bindApp(publicRoute('instance.v1', '/v1/instance'), async () =>
    toInstanceV1(describe(), await push.getPublicKey(), await instance.getPublicStats()),
  );
  bindApp(publicRoute('instance.v2', '/v2/instance'), async () =>
    toInstance(describe(), await push.getPublicKey(), await instance.getPublicStats()),
  );
  // Without a history of the past weeks.
  bindApp(publicRoute('instance.activity', '/v1/instance/activity'), async () => []);
  bindApp(publicRoute('instance.peers', '/v1/instance/peers'), async () => []);
  bindApp(publicRoute('instance.domainBlocks', '/v1/instance/domain_blocks'), async () => []);
  bindApp(
    publicRoute('instance.translationLanguages', '/v1/instance/translation_languages'),
    async () => ({}),
  );
  bindApp(publicRoute('instance.rules', '/v1/instance/rules'), async () =>
    toRules(instance.pages.listRules()),
  );
  for (const [page, name] of [
    ['about', 'extended_description'],
    ['privacy', 'privacy_policy'],
    ['terms', 'terms_of_service'],
  ] as const) {
    const route = publicRoute(`instance.${page}`, `/v1/instance/${name}`);
    bindApp(route, () => describePage(page));
  }
  bindApp(publicRoute('customEmojis', '/v1/custom_emojis'), async () => []);
  emptyRoutes(bindApp);
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

function emptyRoutes(bindApp: BindAppRoute): void {
  for (const [path, scope] of Object.entries(emptyLists)) {
    const id = `mastodon${path.replaceAll('/', '.')}`;
    const route = defineAppRoute({ id, method: 'GET', path, auth: 'bearer', scope });
    bindApp(route, async () => []);
  }
}
