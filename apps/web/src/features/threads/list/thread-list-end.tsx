import { useEffect, useEffectEvent, useRef } from 'react';
import { infiniteScrollMarginPx, infiniteScrollThreshold } from '@skein/contracts/limits';
import { NextPageError } from '../../../ui/next-page-error.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { t } from '../../../i18n/index.ts';
import { loadNextPage } from '../../../api/next-page.ts';
import type { PagedQuery } from '../../../api/next-page.ts';

interface ThreadListEndProps {
  query: PagedQuery;
  /** Shown below the last card of the last page. */
  text: string | undefined;
}

/** The end of the loaded list: loads the next page when it comes near the viewport. */
export function ThreadListEnd({ query, text }: ThreadListEndProps) {
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError } = query;
  if (!hasNextPage) {
    return text !== undefined && <p className="px-6 py-8 text-center text-muted">{text}</p>;
  }
  if (isFetchNextPageError && !isFetchingNextPage) return <NextPageError query={query} />;
  return (
    <Sentinel
      isPaused={isFetching}
      isLoading={isFetchingNextPage}
      onNear={() => void loadNextPage(query)}
    />
  );
}

interface SentinelProps {
  /** True during a request, so that there is only one at a time. */
  isPaused: boolean;
  isLoading: boolean;
  onNear: () => void;
}

function Sentinel({ isPaused, isLoading, onNear }: SentinelProps) {
  const ref = useRef<HTMLDivElement>(null);
  const callOnNear = useEffectEvent(onNear);

  useEffect(() => {
    const sentinel = ref.current;
    if (isPaused || !sentinel) return undefined;
    // A new observer after each request reports at once if the sentinel is still in view.
    const observer = new IntersectionObserver(
      (changes) => {
        if (changes.some(({ isIntersecting }) => isIntersecting)) callOnNear();
      },
      { rootMargin: `${infiniteScrollMarginPx}px`, threshold: infiniteScrollThreshold },
    );
    observer.observe(sentinel);
    return () => observer.disconnect();
  }, [isPaused]);

  return (
    <div ref={ref} className="flex h-24 items-center justify-center gap-2.5 text-muted">
      {isLoading && <Spinner />}
      <span>{t('list.loadMore')}</span>
    </div>
  );
}
