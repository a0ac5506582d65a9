import { t } from '../i18n/index.ts';
import { loadNextPage } from '../api/next-page.ts';
import type { PagedQuery } from '../api/next-page.ts';
import { Button } from './button.tsx';

/** An error below a list if the next page could not be loaded. */
export function NextPageError({ query }: { query: PagedQuery }) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-6 text-center text-muted">
      <p>{t('list.moreErrorTitle')}</p>
      <Button variant="secondary" onClick={() => void loadNextPage(query)}>
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}
