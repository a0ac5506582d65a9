import { useEffect, useEffectEvent, useRef } from 'react';
import { infiniteScrollMarginPx } from '@skein/contracts/limits';
import { Button } from '../../../ui/button.tsx';
import { NextPageError } from '../../../ui/next-page-error.tsx';
import { t } from '../../../i18n/index.ts';
import { loadNextPage } from '../../../api/next-page.ts';
import type { PagedQuery } from '../../../api/next-page.ts';

/** Loads the next page when the end of the list comes near, or by its button. */
export function InfiniteListEnd({ query }: { query: PagedQuery }) {
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError } = query;
  const end = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(() => void loadNextPage(query));
  useEffect(() => {
    if (!end.current || !hasNextPage || isFetching || isFetchNextPageError) return undefined;
    const observer = new IntersectionObserver(
      (changes) => {
        if (changes.at(-1)?.isIntersecting === true) load();
      },
      { rootMargin: `${infiniteScrollMarginPx}px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasNextPage, isFetching, isFetchNextPageError]);

  if (!hasNextPage) return null;
  if (isFetchNextPageError && !isFetchingNextPage) return <NextPageError query={query} />;
  return (
    <div ref={end}>
      <ShowMore query={query} />
    </div>
  );
}

/** A button that loads the next page. */
export function ShowMore({ query }: { query: PagedQuery }) {
  return (
    <div className="flex justify-center p-3">
      <Button
        size="sm"
        variant="secondary"
        isBusy={query.isFetchingNextPage}
        onClick={() => void loadNextPage(query)}
      >
        {t('chat.more')}
      </Button>
    </div>
  );
}
