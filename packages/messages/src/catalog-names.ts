/**
 * Catalogs are the parts of a language that the web app loads separately. Each contains the
 * messages whose keys start with these prefixes: `chat` contains `chat.title`.
 */
export const catalogPrefixes = {
  base: ['app', 'common', 'user'],
  auth: ['auth', 'slides'],
  /** Several accounts in one browser. */
  accounts: ['accounts'],
  /** Registration and the pages about the instance. */
  signUp: ['info', 'signUp', 'terms'],
  /** The second step of signing in. */
  twoFactor: ['twoFactor'],
  recovery: ['recovery', 'token'],
  /** Errors of sign-in with OpenID Connect. */
  oidc: ['oidc'],
  threads: ['card', 'feed', 'list', 'media', 'reaction', 'shell', 'thread', 'time'],
  /** Keyboard shortcuts and the command palette. */
  keys: ['commands', 'keys'],
  /** Menus and dialogs of a thread or a user. */
  overlays: [
    'control',
    'delete',
    'folders',
    'history',
    'postMenu',
    'report',
    'share',
    'unsaved',
    'userMenu',
  ],
  /** Parts of a card that few threads have. */
  cardParts: ['filtered', 'poll', 'processing', 'reason', 'sensitive'],
  /** Translations of threads. */
  translation: ['translation'],
  composer: ['composer', 'drafts', 'edit', 'quote', 'reply', 'repost'],
  /** Editors of attached files. */
  attachments: ['captions', 'crop'],
  emoji: ['emoji'],
  /** Search for GIFs. */
  gifs: ['gifs'],
  /** Posts that wait for a connection. */
  pending: ['pending'],
  threadPages: ['bookmarks', 'engagement', 'likes', 'myPosts', 'replies', 'threadPage'],
  scheduled: ['scheduled'],
  users: ['users'],
  connections: ['connections', 'sentRequests'],
  profilePage: ['profilePage'],
  notifications: ['notifications'],
  lists: ['lists'],
  hashtags: ['hashtag', 'trending'],
  search: ['search'],
  chat: ['chat'],
  groups: ['groups'],
  /** Recording and playing voice messages. */
  voice: ['voice'],
  settings: [
    'about',
    'appearance',
    'deletion',
    'export',
    'feeds',
    'filters',
    'imports',
    'moving',
    'password',
    'preferences',
    'profile',
    'push',
    'restrictions',
    'security',
    'sessions',
    'settings',
  ],
  importedPosts: ['importedPosts'],
  /** The steps after registration. */
  firstSteps: ['firstSteps'],
  apps: ['apps'],
  /** Actions of moderators on an account, for its user and for moderators. */
  strikes: ['strikes'],
  admin: ['admin'],
  /** Messages of responses, emails and link previews, which only the API uses. */
  server: ['email', 'embed', 'error', 'preview', 'registration', 'success'],
} as const satisfies Record<string, readonly string[]>;

export type CatalogName = keyof typeof catalogPrefixes;

export const catalogNames = Object.keys(catalogPrefixes) as CatalogName[];

const catalogsByPrefix = new Map<string, CatalogName>(
  catalogNames.flatMap((name) => catalogPrefixes[name].map((prefix) => [prefix, name] as const)),
);

/** The catalog that contains a message; undefined for an unknown prefix. */
export function getCatalogName(key: string): CatalogName | undefined {
  return catalogsByPrefix.get(key.slice(0, key.indexOf('.')));
}
