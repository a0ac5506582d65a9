export const adminTabs = [
  'reports',
  'users',
  'registrations',
  'threads',
  'stats',
  'audit',
  'settings',
] as const;

/** The two lists of the tab `registrations`. */
export const registrationTabs = ['registrations', 'invitations'] as const;

export type AdminTab = (typeof adminTabs)[number] | (typeof registrationTabs)[number];

/** The administration pages. Only administrators may open them. */
export const adminPattern = '/admin/:tab?';

export function adminPath(tab: AdminTab = 'reports'): string {
  return tab === 'reports' ? '/admin' : `/admin/${tab}`;
}
