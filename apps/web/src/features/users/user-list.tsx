import type { ReactNode } from 'react';
import { FocusRegion } from '../../ui/focus-region.tsx';
import { ListMessage } from '../../ui/list-message.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import type { PagedQuery } from '../../api/next-page.ts';
import { UserRowsSkeleton } from './user-rows-skeleton.tsx';

interface Item {
  id: string;
}

type ListQuery<Row extends Item> = PagedQuery & { data: readonly Row[] | undefined };

interface UserRowsProps<Row extends Item> {
  query: ListQuery<Row>;
  renderRow: (item: Row) => ReactNode;
  rowClassName?: string;
}

interface UserListProps<Row extends Item> extends UserRowsProps<Row> {
  loadingText: string;
  errorText: string;
  emptyText: string;
}

/** A paged list of users, or its loading, error or empty state. */
export function UserList<Row extends Item>(props: UserListProps<Row>) {
  const { query, renderRow, loadingText, errorText, emptyText } = props;
  const renderContent = () => {
    if (query.data === undefined) {
      if (query.error === null) return <UserRowsSkeleton text={loadingText} />;
      return <LoadError text={errorText} onRetry={() => void query.refetch()} />;
    }
    if (query.data.length === 0 && !query.hasNextPage) return <ListMessage text={emptyText} />;
    return <UserRows query={query} renderRow={renderRow} />;
  };
  return <FocusRegion>{renderContent()}</FocusRegion>;
}

/** The rows of a paged list of users, and the button that loads the next page. */
export function UserRows<Row extends Item>(props: UserRowsProps<Row>) {
  const { query, renderRow, rowClassName = 'border-b border-line p-4' } = props;
  return (
    <>
      <ul>
        {query.data?.map((item) => (
          <li key={item.id} className={rowClassName}>
            {renderRow(item)}
          </li>
        ))}
      </ul>
      <MoreButton query={query} />
    </>
  );
}
