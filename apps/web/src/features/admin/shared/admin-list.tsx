import type { ReactNode } from 'react';
import { FocusRegion } from '../../../ui/focus-region.tsx';
import { ListMessage } from '../../../ui/list-message.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../i18n/index.ts';
import type { PagedQuery } from '../../../api/next-page.ts';
import { MoreButton } from '../../../ui/more-button.tsx';
import { AdminLoadError } from './admin-load-error.tsx';

interface AdminListProps<Item extends { id: string }> {
  query: PagedQuery & { data: readonly Item[] | undefined; isPending: boolean };
  /** The text of an empty list. */
  empty: string;
  renderItem: (item: Item) => ReactNode;
  /** Whether the rows have less space on wide screens. */
  isDense?: boolean;
}

/** A paged list, or its loading, error or empty state. */
export function AdminList<Item extends { id: string }>(props: AdminListProps<Item>) {
  return (
    <FocusRegion>
      <AdminListContent {...props} />
    </FocusRegion>
  );
}

function AdminListContent<Item extends { id: string }>(props: AdminListProps<Item>) {
  const { query, empty, renderItem, isDense = false } = props;
  if (query.isPending) return <AdminListSkeleton />;
  if (query.data === undefined) {
    return <AdminLoadError error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data.length === 0) return <ListMessage text={empty} />;
  return (
    <>
      <ul>
        {query.data.map((item) => (
          <li
            key={item.id}
            className={classNames('border-b border-line p-4', isDense && 'lg:py-2')}
          >
            {renderItem(item)}
          </li>
        ))}
      </ul>
      <MoreButton query={query} />
    </>
  );
}

export function AdminListSkeleton() {
  return (
    <div role="status" aria-label={t('common.loading')}>
      {['first', 'second', 'third'].map((row) => (
        <div key={row} className="flex flex-col gap-3 border-b border-line p-4">
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-8 w-40" />
        </div>
      ))}
    </div>
  );
}
