import type { MessageKey } from '../../../i18n/index.ts';

/** The pages of the settings, in the order of the list. The profile is at `/settings`. */
export const settingsPages = [
  'profile',
  'security',
  'privacy',
  'feeds',
  'appearance',
  'notifications',
  'data',
  'about',
] as const;
export type SettingsPageName = (typeof settingsPages)[number];

export interface IndexedSetting {
  page: SettingsPageName;
  label: MessageKey;
  /** Other texts of the setting, such as its description and its options. */
  texts: readonly MessageKey[];
}

/** All settings. A key is the URL hash of the setting, and the `id` of its element on the page. */
export const settings = {
  banner: { page: 'profile', label: 'profile.changeBanner', texts: ['profile.bannerHint'] },
  picture: {
    page: 'profile',
    label: 'profile.picture',
    texts: ['profile.changePicture', 'profile.pictureHint'],
  },
  'personal-info': {
    page: 'profile',
    label: 'profile.personalInfo',
    texts: [
      'profile.fullName',
      'profile.username',
      'profile.bio',
      'profile.location',
      'profile.website',
      'profile.fields',
      'profile.phoneNumber',
      'profile.dateOfBirth',
      'profile.gender',
    ],
  },
  'featured-hashtags': {
    page: 'profile',
    label: 'profile.featuredHashtags.title',
    texts: [],
  },
  bot: { page: 'profile', label: 'profile.isBot', texts: ['profile.isBotHint'] },
  password: { page: 'profile', label: 'password.change', texts: ['password.hint'] },
  'private-account': {
    page: 'profile',
    label: 'profile.privateAccount',
    texts: ['profile.privateHint'],
  },
  email: { page: 'security', label: 'security.email', texts: ['security.changeEmail'] },
  'two-factor': {
    page: 'security',
    label: 'security.twoFactor',
    texts: ['security.twoFactorText', 'security.replaceCodes'],
  },
  passkeys: { page: 'security', label: 'security.passkeys', texts: ['security.passkeysText'] },
  identity: { page: 'security', label: 'security.identity', texts: ['security.identityText'] },
  sessions: { page: 'security', label: 'sessions.title', texts: ['sessions.thisDevice'] },
  apps: {
    page: 'security',
    label: 'apps.list.title',
    texts: ['apps.list.text', 'apps.tokens.create'],
  },
  'search-engines': {
    page: 'privacy',
    label: 'profile.shownOutside',
    texts: ['profile.shownOutsideHint'],
  },
  federation: {
    page: 'privacy',
    label: 'profile.isFederated',
    texts: ['profile.isFederatedHint', 'profile.federatedData'],
  },
  suggestions: {
    page: 'privacy',
    label: 'profile.isDiscoverable',
    texts: ['profile.isDiscoverableHint'],
  },
  'hidden-connections': {
    page: 'privacy',
    label: 'profile.hidesConnections',
    texts: ['profile.hidesConnectionsHint'],
  },
  audience: { page: 'privacy', label: 'profile.audience', texts: ['profile.audienceHint'] },
  'sensitive-files': {
    page: 'privacy',
    label: 'profile.isSensitiveByDefault',
    texts: ['profile.isSensitiveByDefaultHint'],
  },
  'default-language': {
    page: 'privacy',
    label: 'profile.language',
    texts: ['profile.languageHint'],
  },
  messages: {
    page: 'privacy',
    label: 'profile.messages',
    texts: [
      'profile.messagesHint',
      'profile.messages.everyone',
      'profile.messages.requests',
      'profile.messages.following',
      'profile.messages.nobody',
    ],
  },
  'read-receipts': {
    page: 'privacy',
    label: 'profile.sendsReadReceipts',
    texts: ['profile.sendsReadReceiptsHint'],
  },
  'typing-indicators': {
    page: 'privacy',
    label: 'profile.sendsTypingIndicators',
    texts: ['profile.sendsTypingIndicatorsHint'],
  },
  'sent-requests': { page: 'privacy', label: 'sentRequests.title', texts: ['sentRequests.text'] },
  blocked: {
    page: 'privacy',
    label: 'restrictions.blocked',
    texts: ['restrictions.blockedText', 'restrictions.unblock'],
  },
  'blocked-servers': {
    page: 'privacy',
    label: 'restrictions.servers',
    texts: ['restrictions.serversText', 'restrictions.blockServer'],
  },
  muted: {
    page: 'privacy',
    label: 'restrictions.muted',
    texts: ['restrictions.mutedText', 'restrictions.unmute'],
  },
  'dismissed-suggestions': {
    page: 'privacy',
    label: 'restrictions.dismissed',
    texts: ['restrictions.dismissedText'],
  },
  lists: { page: 'feeds', label: 'lists.title', texts: ['lists.text'] },
  filters: { page: 'feeds', label: 'filters.title', texts: ['filters.text'] },
  hashtags: { page: 'feeds', label: 'feeds.hashtags', texts: ['feeds.hashtagsText'] },
  'feed-languages': {
    page: 'feeds',
    label: 'appearance.feedLanguages',
    texts: ['appearance.feedLanguagesHint'],
  },
  theme: {
    page: 'appearance',
    label: 'appearance.theme',
    texts: ['appearance.theme.light', 'appearance.theme.dark', 'appearance.theme.dim'],
  },
  'text-size': {
    page: 'appearance',
    label: 'appearance.textSize',
    texts: ['appearance.textSize.small', 'appearance.textSize.large'],
  },
  density: {
    page: 'appearance',
    label: 'appearance.density',
    texts: ['appearance.density.compact'],
  },
  motion: { page: 'appearance', label: 'appearance.motion', texts: ['appearance.motion.reduced'] },
  language: { page: 'appearance', label: 'appearance.language', texts: [] },
  'sensitive-content': {
    page: 'appearance',
    label: 'appearance.sensitive',
    texts: ['appearance.sensitiveHint'],
  },
  'alt-text': {
    page: 'appearance',
    label: 'appearance.altText',
    texts: ['appearance.altTextHint'],
  },
  push: { page: 'notifications', label: 'push.title', texts: ['push.off'] },
  'email-digest': {
    page: 'notifications',
    label: 'preferences.digest',
    texts: ['preferences.digestHint'],
  },
  'notification-types': {
    page: 'notifications',
    label: 'preferences.title',
    texts: [
      'preferences.text',
      'preferences.mention',
      'preferences.reply',
      'preferences.quote',
      'preferences.like',
      'preferences.reaction',
      'preferences.repost',
      'preferences.follow',
      'preferences.follow_request',
      'preferences.follow_approved',
      'preferences.poll_ended',
      'preferences.new_thread',
      'preferences.moved',
    ],
  },
  'notification-filters': {
    page: 'notifications',
    label: 'preferences.filters',
    texts: [
      'preferences.filtersText',
      'preferences.filtersNotFollowing',
      'preferences.filtersNotFollowers',
      'preferences.filtersNewAccounts',
    ],
  },
  'account-status': {
    page: 'data',
    label: 'settings.accountStatus',
    texts: ['settings.accountStatusText'],
  },
  export: { page: 'data', label: 'export.title', texts: ['export.text', 'export.start'] },
  import: { page: 'data', label: 'imports.title', texts: ['imports.text'] },
  aliases: { page: 'data', label: 'moving.aliases', texts: ['moving.aliasesText'] },
  moving: { page: 'data', label: 'moving.title', texts: ['moving.text'] },
  deletion: { page: 'data', label: 'deletion.title', texts: ['deletion.text'] },
  invitations: { page: 'about', label: 'about.invitations', texts: ['about.invite'] },
  instance: { page: 'about', label: 'about.instance', texts: ['about.readAbout'] },
  rules: { page: 'about', label: 'about.rules', texts: ['about.rulesText'] },
  'privacy-policy': { page: 'about', label: 'about.privacy', texts: ['about.privacyText'] },
  terms: { page: 'about', label: 'about.terms', texts: ['about.readTerms'] },
  api: { page: 'about', label: 'about.api', texts: ['about.openApi'] },
} as const satisfies Record<string, IndexedSetting>;

export type SettingId = keyof typeof settings;
