import type { Permission } from '@skein/contracts/administration';

export const adminTabs = [
  'reports',
  'users',
  'registrations',
  'threads',
  'stats',
  'audit',
  'settings',
] as const;

/** The parts of the tab `reports`. */
export const reportTabs = ['reports', 'appeals', 'responses'] as const;

/** The parts of the tab `registrations`. */
export const registrationTabs = ['registrations', 'invitations', 'blocks'] as const;

/** The parts of the tab `stats`. */
export const statsTabs = ['stats', 'usage'] as const;

/** The parts of the tab `settings`. */
export const settingsTabs = [
  'settings',
  'protection',
  'announcements',
  'rules',
  'about',
  'privacy',
  'terms',
  'webhooks',
] as const;

export type AdminTab =
  | (typeof adminTabs)[number]
  | (typeof reportTabs)[number]
  | (typeof registrationTabs)[number]
  | (typeof statsTabs)[number]
  | (typeof settingsTabs)[number];

/** What each tab requires. */
export const tabPermissions = {
  reports: 'moderate',
  appeals: 'moderate',
  responses: 'moderate',
  users: 'moderate',
  registrations: 'moderate',
  invitations: 'administrate',
  blocks: 'administrate',
  threads: 'moderate',
  stats: 'administrate',
  usage: 'administrate',
  audit: 'moderate',
  settings: 'administrate',
  protection: 'administrate',
  announcements: 'administrate',
  rules: 'administrate',
  about: 'administrate',
  privacy: 'administrate',
  terms: 'administrate',
  webhooks: 'administrate',
} as const satisfies Record<AdminTab, Permission>;
