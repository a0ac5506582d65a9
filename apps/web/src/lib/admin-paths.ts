import type { AdminTab } from './admin-tabs.ts';

/** The administration pages. Only moderators and administrators may open them. */
export const adminPattern = '/admin/:tab?';

export function adminPath(tab: AdminTab = 'reports'): string {
  return tab === 'reports' ? '/admin' : `/admin/${tab}`;
}
