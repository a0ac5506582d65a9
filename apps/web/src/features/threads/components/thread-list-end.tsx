import { useEffect, useEffectEvent, useRef } from 'react';
import { infiniteScrollMarginPx, infiniteScrollThreshold } from '@skein/contracts/limits';
import { Button } from '../../../components/ui/button.tsx';
import { Spinner } from '../../../components/ui/spinner.tsx';
import { t } from '../../../lib/i18n/index.ts';

interface ThreadListEndProps {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  /** What is said under the last card of all, if anything. */
  text: string | undefined;
}

/** What stands under the cards: coming near it asks for the next page. */
export function ThreadListEnd({ query, text }: ThreadListEndProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  if (!hasNextPage) {
    return text !== undefined && <p className="px-6 py-8 text-center text-muted">{text}</p>;
  }
  if (isFetchNextPageError && !isFetchingNextPage) {
    return (
      <div className="flex flex-col items-center gap-3 px-6 py-6 text-center text-muted">
        <p>{t('list.moreErrorTitle')}</p>
        <Button variant="secondary" onClick={() => void fetchNextPage()}>
          {t('common.tryAgain')}
        </Button>
      </div>
    );
  }
  return <Sentinel isLoading={isFetchingNextPage} onNear={() => void fetchNextPage()} />;
}

function Sentinel({ isLoading, onNear }: { isLoading: boolean; onNear: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  const callOnNear = useEffectEvent(onNear);

  useEffect(() => {
    const sentinel = ref.current;
    if (isLoading || !sentinel) return undefined;
    // Made anew after each page: it tells at once if the sentinel is still in sight.
    const observer = new IntersectionObserver(
      (changes) => {
        if (changes.some(({ isIntersecting }) => isIntersecting)) callOnNear();
      },
      { rootMargin: `${infiniteScrollMarginPx}px`, threshold: infiniteScrollThreshold },
    );
    observer.observe(sentinel);
    return () => observer.disconnect();
  }, [isLoading]);

  return (
    <div ref={ref} className="flex h-24 items-center justify-center gap-2.5 text-muted">
      {isLoading && <Spinner />}
      {t('list.loadMore')}
    </div>
  );
}
