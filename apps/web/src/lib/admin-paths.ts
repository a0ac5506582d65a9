export const adminTabs = ['reports', 'users', 'threads', 'stats', 'audit', 'settings'] as const;

export type AdminTab = (typeof adminTabs)[number];

/** The administration pages. Only administrators may open them. */
export const adminPattern = '/admin/:tab?';

export function adminPath(tab: AdminTab = 'reports'): string {
  return tab === 'reports' ? '/admin' : `/admin/${tab}`;
}
