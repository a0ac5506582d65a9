import { useEffect, useEffectEvent, useRef } from 'react';
import type { RefObject } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { t } from '../../../i18n/index.ts';

interface LogEdgeProps {
  log: RefObject<HTMLElement | null>;
  status: 'idle' | 'loading' | 'failed';
  /** Changes with each loaded page. */
  position: string | null;
  onLoad: () => void;
  loadingText: string;
  errorText: string;
}

/** Loads further messages before the viewer reaches the edge. */
const marginPx = 600;

/** The top or bottom of the log, which loads older or newer messages. */
export function LogEdge(props: LogEdgeProps) {
  const { log, status, position, onLoad, loadingText, errorText } = props;
  const sentinel = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(onLoad);
  useEffect(() => {
    if (!sentinel.current || status !== 'idle') return undefined;
    const observer = new IntersectionObserver(
      (changes) => {
        if (changes.at(-1)?.isIntersecting === true) load();
      },
      { root: log.current, rootMargin: `${marginPx}px 0px` },
    );
    observer.observe(sentinel.current);
    return () => observer.disconnect();
    // A new position observes again, because the sentinel may still be visible after a page.
  }, [log, position, status]);
  return (
    <div ref={sentinel} className="flex h-14 shrink-0 items-center justify-center gap-3 text-muted">
      {status === 'failed' ? (
        <>
          <span className="text-sm">{errorText}</span>
          <Button size="sm" variant="secondary" onClick={onLoad}>
            {t('common.tryAgain')}
          </Button>
        </>
      ) : (
        <Spinner label={loadingText} />
      )}
    </div>
  );
}
