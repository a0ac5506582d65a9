import type { InstancePage } from '@skein/contracts/administration';
import { defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { markdownToHtml } from '../../platform/markdown.ts';
import { instanceLanguages, toInstance, toInstanceV1, toRules } from './instance.serializer.ts';
import { toVisibility } from '../statuses/visibility.ts';
import type { MastodonServices } from '../services.ts';

const publicRoute = (name: string, path: string) =>
  defineMastodonRoute({ id: `mastodon.${name}`, method: 'GET', path, auth: 'none' });

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** When a text was written that nobody has changed in the web app: apps require a time. */
const unknownTime = new Date(0).toISOString();

const preferences = defineMastodonRoute({
  id: 'mastodon.preferences',
  method: 'GET',
  path: '/v1/preferences',
  auth: 'bearer',
  scope: 'read:accounts',
  reads: 'replica',
});

export function instanceRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  const { settings, siteSettings, push, users, instance } = services;
  const describe = () => ({
    ...settings,
    ...siteSettings.current(),
    rules: instance.pages.listRules(),
  });
  bindMastodon(publicRoute('instance.v1', '/v1/instance'), async () =>
    toInstanceV1(describe(), await push.getPublicKey(), await instance.getPublicStats()),
  );
  bindMastodon(publicRoute('instance.v2', '/v2/instance'), async () =>
    toInstance(describe(), await push.getPublicKey(), await instance.getPublicStats()),
  );
  bindMastodon(publicRoute('instance.activity', '/v1/instance/activity'), async () =>
    (await instance.getActivity()).map(({ week, posts, authors, joined }) => ({
      week: String(week),
      statuses: String(posts),
      // Sign-ins of past weeks are not stored, so these are the users who have posted.
      logins: String(authors),
      registrations: String(joined),
    })),
  );
  bindMastodon(publicRoute('instance.languages', '/v1/instance/languages'), async () =>
    instanceLanguages.map((code) => ({ code, name: languageNames.of(code) ?? code })),
  );
  bindMastodon(publicRoute('instance.peers', '/v1/instance/peers'), () => listPeers(services));
  bindMastodon(publicRoute('instance.domainBlocks', '/v1/instance/domain_blocks'), async () => []);
  bindMastodon(
    publicRoute('instance.translationLanguages', '/v1/instance/translation_languages'),
    async () => ({}),
  );
  bindMastodon(publicRoute('instance.rules', '/v1/instance/rules'), async () =>
    toRules(instance.pages.listRules()),
  );
  pagesRoutes(bindMastodon, services);
  bindMastodon(publicRoute('customEmojis', '/v1/custom_emojis'), async () => []);
  bindMastodon(preferences, async ({ viewer }) => {
    const user = await users.getCurrentUser(viewer.userId);
    return {
      'posting:default:visibility': toVisibility(user.defaultAudience, user),
      'posting:default:sensitive': user.isSensitiveByDefault,
      'posting:default:language': user.defaultLanguage,
      'posting:default:quote_policy': 'public',
      'reading:expand:media': 'default',
      'reading:expand:spoilers': false,
      'reading:autoplay:gifs': false,
    };
  });
}

/** @throws NotFoundError as Mastodon does, unless administrators have turned the list on */
async function listPeers({
  federation,
  siteSettings,
}: Pick<MastodonServices, 'federation' | 'siteSettings'>): Promise<string[]> {
  if (federation === undefined) return [];
  const isListed =
    siteSettings.current().listsPeers && !(await federation.servers.allowsOnlyListed());
  if (!isListed) throw new NotFoundError('error.notFound');
  return federation.servers.listPeers();
}

/** The texts of the instance. */
function pagesRoutes(
  bindMastodon: BindMastodon,
  { siteSettings, instance }: Pick<MastodonServices, 'siteSettings' | 'instance'>,
): void {
  const describePage = async (page: InstancePage) => {
    const { text, updatedAt } = instance.pages.find(page);
    const fallback = page === 'about' ? siteSettings.current().description : '';
    return {
      updated_at: updatedAt ?? unknownTime,
      content: await markdownToHtml(text ?? fallback),
    };
  };
  for (const [page, name] of [
    ['about', 'extended_description'],
    ['privacy', 'privacy_policy'],
  ] as const) {
    const route = publicRoute(`instance.${page}`, `/v1/instance/${name}`);
    bindMastodon(route, () => describePage(page));
  }
  const terms = '/v1/instance/terms_of_service';
  bindMastodon(publicRoute('instance.terms', terms), () => loadTerms(instance));
  bindMastodon(publicRoute('instance.termsOfDate', `${terms}/{date}`), ({ params }) =>
    loadTerms(instance, params['date']),
  );
}

/** The entity `TermsOfService`. Earlier versions are not stored. @throws NotFoundError */
async function loadTerms({ pages }: MastodonServices['instance'], date?: string): Promise<object> {
  const { text, updatedAt } = pages.find('terms');
  const effectiveDate = (updatedAt ?? unknownTime).slice(0, 10);
  if (text === null || (date !== undefined && date !== effectiveDate)) {
    throw new NotFoundError('error.app.termsOfDate');
  }
  return {
    effective_date: effectiveDate,
    effective: true,
    content: await markdownToHtml(text),
    succeeded_by: null,
  };
}
