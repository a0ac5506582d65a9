import { Button } from './button.tsx';
import { NextPageError } from './next-page-error.tsx';
import { t } from '../i18n/index.ts';
import { loadNextPage } from '../api/next-page.ts';
import type { PagedQuery } from '../api/next-page.ts';

/** Loads the next page of a list. Renders nothing after the last page. */
export function MoreButton({ query }: { query: PagedQuery }) {
  if (!query.hasNextPage) return null;
  if (query.isFetchNextPageError && !query.isFetchingNextPage) {
    return <NextPageError query={query} />;
  }
  return (
    <div className="flex justify-center p-4">
      <Button
        variant="secondary"
        isBusy={query.isFetching}
        onClick={() => void loadNextPage(query)}
      >
        {t('users.more')}
      </Button>
    </div>
  );
}
