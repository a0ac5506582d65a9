/**
 * Who may import whom. In every list a part imports only what stands before it; what has to run
 * the other way is an event (API) or a property passed down (web). `pnpm check:boundaries` holds
 * the code to it.
 */

/** Folders of apps/api/src. */
const apiLayers = ['platform', 'http', 'modules', 'server'] as const;

/** Folders of apps/api/src/modules, which import only each other's index.ts. */
const apiModules = [
  'instance',
  'media',
  'users',
  'auth',
  'relationships',
  'threads',
  'engagement',
  'feed',
  'search',
  'previews',
  'notifications',
  'chat',
  'realtime',
  'account',
  'moderation',
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
  'boot',
  'worker',
] as const;

/** Folders of apps/web/src/features. */
const webFeatures = [
  'auth',
  'users',
  'relationships',
  'threads',
  'composer',
  'feed',
  'search',
  'notifications',
  'chat',
  'settings',
  'moderation',
] as const;

export interface OrderedFolder {
  name: string;
  /** Its path, with a slash at the end. */
  base: string;
  parts: readonly string[];
  /** Folders outside of the order. */
  others: readonly string[];
}

export const orderedFolders: readonly OrderedFolder[] = [
  { name: 'api-layers', base: 'apps/api/src/', parts: apiLayers, others: [] },
  { name: 'api-modules', base: 'apps/api/src/modules/', parts: apiModules, others: [] },
  { name: 'web-layers', base: 'apps/web/src/', parts: webLayers, others: ['styles', 'testing'] },
  { name: 'web-features', base: 'apps/web/src/features/', parts: webFeatures, others: [] },
];

/** Packages of the workspace, each with those of ours that it may use. */
export const packageUses = {
  'packages/contracts': [],
  'packages/messages': [],
  prisma: [],
  'apps/web': ['packages/contracts', 'packages/messages'],
  'apps/api': ['packages/contracts', 'packages/messages', 'prisma'],
  bench: ['packages/contracts', 'prisma'],
  e2e: ['packages/contracts', 'prisma'],
  scripts: [],
} as const;
