import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../i18n/index.ts';
import type { SettingsPageName } from './settings-index.ts';
import { SettingsSkeleton } from './settings-skeleton.tsx';
import { useLinkedSetting } from './use-linked-setting.ts';

interface SettingsQuery {
  isPending: boolean;
  failureCount: number;
}

interface SettingsContentProps {
  page: SettingsPageName;
  /** The queries of the page. */
  queries?: readonly SettingsQuery[];
  children: ReactNode;
}

/**
 * The settings of a page, once all its queries have succeeded or failed once. Rendering earlier would
 * shift the layout, because the height of their content is unknown.
 */
export function SettingsContent({ page, queries, children }: SettingsContentProps) {
  const [wasLoaded, setWasLoaded] = useState(false);
  const hasSettled = ({ isPending, failureCount }: SettingsQuery) => !isPending || failureCount > 0;
  const isLoaded = queries?.every(hasSettled) ?? true;
  // Stays true: a retry of a failed query must not unmount the page.
  if (isLoaded && !wasLoaded) setWasLoaded(true);
  useLinkedSetting(wasLoaded);
  if (!wasLoaded) return <SettingsSkeleton />;
  return (
    <section aria-label={t(`settings.${page}`)} className="flex flex-col gap-7 px-4 py-6">
      {children}
    </section>
  );
}
