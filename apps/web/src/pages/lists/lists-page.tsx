import { useQuery } from '@tanstack/react-query';
import { listsQuery } from '../../features/lists/own-lists.queries.ts';
import { OwnLists } from '../../features/lists/own-lists.tsx';
import { t } from '../../i18n/index.ts';
import { BackButton } from '../../ui/layout/back-button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SidePanels } from '../side-panels/side-panels.tsx';

/** The viewer's lists of users. */
export function ListsPage() {
  const query = useQuery(listsQuery);
  const renderLists = () => {
    if (query.data !== undefined) return <OwnLists />;
    if (query.isPending) return <Skeleton className="h-12 w-full" />;
    return <LoadError text={t('lists.error')} onRetry={() => void query.refetch()} />;
  };
  return (
    <Page title={t('lists.title')} leading={<BackButton />} aside={<SidePanels />}>
      <div className="flex flex-col gap-3 p-4">
        <p className="text-muted">{t('lists.text')}</p>
        {renderLists()}
      </div>
    </Page>
  );
}
