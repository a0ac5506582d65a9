import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { t } from '../../../i18n/index.ts';

interface SettingsListProps {
  title: string;
  /** What the list is about, if its title does not say it. */
  text?: string;
  /** What to say when it could not be loaded. */
  error: string;
  query: { isPending: boolean; data: unknown; refetch: () => Promise<unknown> };
  /** Its items. */
  children: ReactNode;
  /** Stands below the list. */
  footer?: ReactNode;
}

/** A short list among the settings, or what stands in its place. */
export function SettingsList(props: SettingsListProps) {
  const { title, text, error, query, children, footer } = props;
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      {text !== undefined && <p className="mt-0.5 text-sm text-muted">{text}</p>}
      {query.data !== undefined && <ul className="divide-y divide-line">{children}</ul>}
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
      {footer}
    </div>
  );
}
