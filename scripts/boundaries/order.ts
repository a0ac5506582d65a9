/**
 * Who may import whom. In every list a part imports only what stands before it; what has to run
 * the other way is an event (API) or a property passed down (web). `pnpm check:boundaries` holds
 * the code to it.
 */

/** Folders or files of apps/api/src. */
export const apiLayers = [
  'shared',
  'config',
  'events',
  'http',
  'modules',
  'container',
  'app',
  'run-server',
  'main',
] as const;

/** Folders of apps/api/src/modules, which know only each other's index.ts. */
export const apiModules = [
  'instance',
  'media',
  'users',
  'auth',
  'follows',
  'threads',
  'engagement',
  'hashtags',
  'feed',
  'search',
  'notifications',
  'chat',
  'moderation',
] as const;

/** Folders or files of apps/web/src. */
export const webLayers = ['lib', 'components', 'features', 'pages', 'app', 'main'] as const;

/** Folders of apps/web/src/features. */
export const webFeatures = [
  'auth',
  'people',
  'hashtags',
  'threads',
  'composer',
  'feed',
  'search',
  'notifications',
  'chat',
  'settings',
  'moderation',
] as const;

/** Packages of the workspace, each with those of ours that it may use. */
export const packageUses = {
  'packages/contracts': [],
  prisma: [],
  'apps/web': ['packages/contracts'],
  'apps/api': ['packages/contracts', 'prisma'],
  bench: ['packages/contracts', 'prisma'],
  e2e: ['packages/contracts', 'prisma'],
  scripts: [],
} as const;
