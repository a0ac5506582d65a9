import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FocusRegion } from '../../../ui/focus-region.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { t } from '../../../i18n/index.ts';

interface SettingsListProps {
  title: string;
  /** A description, if the title alone is unclear. */
  text?: string;
  error: string;
  query: { isPending: boolean; data: unknown; refetch: () => Promise<unknown> };
  /** The loaded list. */
  children: ReactNode;
}

/** A short list in the settings, or its loading or error state. */
export function SettingsList(props: SettingsListProps) {
  const { title, text, error, query, children } = props;
  return (
    <FocusRegion>
      <h2 className="font-medium">{title}</h2>
      {text !== undefined && <p className="mt-0.5 text-sm text-muted">{text}</p>}
      {query.data !== undefined && children}
      {query.isPending && (
        <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-2 py-4">
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-4 w-1/3" />
        </div>
      )}
      {!query.isPending && query.data === undefined && (
        <div className="flex flex-wrap items-center gap-3 py-3 text-muted">
          <p>{error}</p>
          <Button size="sm" variant="secondary" onClick={() => void query.refetch()}>
            {t('common.tryAgain')}
          </Button>
        </div>
      )}
    </FocusRegion>
  );
}
