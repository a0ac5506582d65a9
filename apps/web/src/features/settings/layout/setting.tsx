import type { ReactNode } from 'react';
import type { SettingId } from './settings-index.ts';

/** The element of a setting, which the search and links such as `/settings/privacy#messages` find. */
export function Setting({ id, children }: { id: SettingId; children: ReactNode }) {
  return (
    <div
      id={id}
      className="-m-2 scroll-my-20 rounded-md p-2 transition-colors duration-700 empty:hidden data-highlighted:bg-accent-soft forced-colors:data-highlighted:outline-2"
    >
      {children}
    </div>
  );
}
