import { useLayoutEffect, useRef, useState } from 'react';
import { createScrollAnchor } from './scroll-anchor.ts';
import type { ScrollAnchor } from './scroll-anchor.ts';

/**
 * Where one is in a log. Being at its end, one stays there; sending something leads there from
 * wherever one is.
 */
export function useScrollAnchor(lastSentId: string | undefined) {
  const log = useRef<HTMLDivElement>(null);
  const place = useRef<ScrollAnchor>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  useLayoutEffect(() => {
    if (!log.current) return undefined;
    const kept = createScrollAnchor(log.current, setIsAtEnd);
    place.current = kept;
    return kept.stop;
  }, []);
  // Whatever was drawn may have moved what is being read.
  useLayoutEffect(() => place.current?.settle());
  useLayoutEffect(() => {
    if (lastSentId !== undefined) place.current?.goToEnd();
  }, [lastSentId]);
  return { log, isAtEnd, goToEnd: () => place.current?.goToEnd() };
}
