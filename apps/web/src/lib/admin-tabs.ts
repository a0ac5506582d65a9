import type { Permission } from '@skein/contracts/administration';
import { hasFederation } from './instance.ts';

/** The pages of the administration in their groups. */
export const adminGroups = {
  moderation: ['reports', 'appeals', 'responses', 'users', 'threads', 'servers', 'audit'],
  registration: ['registrations', 'invitations', 'blocks', 'protection'],
  instance: [
    'settings',
    'announcements',
    'rules',
    'about',
    'privacy',
    'terms',
    'webhooks',
    'stats',
    'usage',
  ],
} as const;

export type AdminGroup = keyof typeof adminGroups;
export type AdminTab = (typeof adminGroups)[AdminGroup][number];

export const adminGroupNames: readonly AdminGroup[] = ['moderation', 'registration', 'instance'];

/** What each page requires. */
export const tabPermissions = {
  reports: 'moderate',
  appeals: 'moderate',
  responses: 'moderate',
  users: 'moderate',
  registrations: 'moderate',
  invitations: 'administrate',
  blocks: 'administrate',
  threads: 'moderate',
  servers: 'administrate',
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

/** False for the other servers on an instance that does not connect with any. */
export const isTabAvailable = (tab: AdminTab): boolean => tab !== 'servers' || hasFederation();
