/**
 * Import directions. In each list a part imports only earlier parts. Use an event (API) or a property
 * (web) for the reverse direction. `pnpm check:boundaries` enforces the order.
 */

/** Folders of apps/api/src. */
// The Mastodon API maps requests to the use cases of all modules.
// `domain` has the SQL and the rules that several modules share.
const apiLayers = [
  'platform',
  'domain',
  'http',
  'modules',
  'mastodon',
  'demo',
  'server',
  'cli',
] as const;

/** Folders of apps/api/src/modules, which import only each other's index.ts. */
const apiModules = [
  'instance',
  'insights',
  'media',
  'users',
  'protection',
  'auth',
  'oauth',
  'relationships',
  'filters',
  'lists',
  'threads',
  'engagement',
  'bookmarks',
  'feed',
  'search',
  'previews',
  'notifications',
  'chat',
  'federation',
  'realtime',
  'imports',
  'account',
  'moderation',
  'webhooks',
  'monitoring',
] as const;

/** Folders of apps/web/src. */
const webLayers = [
  'lib',
  'i18n',
  'api',
  'realtime',
  'ui',
  'features',
  'pages',
  'app',
  'worker',
] as const;

/** Folders of apps/web/src/features. */
const webFeatures = [
  'images',
  'instance',
  'auth',
  'users',
  'relationships',
  'threads',
  'composer',
  'lists',
  'feed',
  'search',
  'notifications',
  'chat',
  'apps',
  'settings',
  'first-steps',
  'moderation',
  'admin',
  'commands',
] as const;

export interface OrderedFolder {
  name: string;
  /** Path with a trailing slash. */
  base: string;
  parts: readonly string[];
  /** Folders without an order. */
  others: readonly string[];
}

export const orderedFolders: readonly OrderedFolder[] = [
  { name: 'api-layers', base: 'apps/api/src/', parts: apiLayers, others: [] },
  { name: 'api-modules', base: 'apps/api/src/modules/', parts: apiModules, others: [] },
  { name: 'web-layers', base: 'apps/web/src/', parts: webLayers, others: ['styles', 'testing'] },
  { name: 'web-features', base: 'apps/web/src/features/', parts: webFeatures, others: [] },
];

/** The workspace packages that each package may import. */
export const packageUses = {
  'packages/contracts': ['packages/messages'],
  'packages/client': ['packages/contracts'],
  'packages/messages': [],
  prisma: [],
  'apps/web': ['packages/contracts', 'packages/messages'],
  'apps/api': ['packages/contracts', 'packages/messages', 'prisma'],
  bench: ['packages/contracts', 'prisma', 'scripts'],
  e2e: ['packages/client', 'packages/contracts', 'prisma'],
  scripts: [],
} as const;
