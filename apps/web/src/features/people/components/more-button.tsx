import { Button } from '../../../components/ui/button.tsx';
import { t } from '../../../lib/i18n/index.ts';

interface MoreButtonProps {
  /** Of an infinite query. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** Below a list that is read page by page; nothing at its end. */
export function MoreButton({ query }: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className="flex justify-center p-4">
      <Button
        variant="secondary"
        isBusy={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {t('people.more')}
      </Button>
    </div>
  );
}
