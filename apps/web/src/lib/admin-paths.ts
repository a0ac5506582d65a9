export const adminTabs = ['reports', 'people', 'threads', 'figures', 'audit'] as const;

export type AdminTab = (typeof adminTabs)[number];

/** Where an instance is administered: by administrators alone. */
export const adminPattern = '/admin/:tab?';

export function adminPath(tab: AdminTab = 'reports'): string {
  return tab === 'reports' ? '/admin' : `/admin/${tab}`;
}
