import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { createScrollAnchor } from './scroll-anchor.ts';
import type { ScrollAnchor } from './scroll-anchor.ts';

/** Keeps the scroll position of the log. Sending a message scrolls to the end. */
export function useScrollAnchor(lastSentId: string | undefined, hasNewest: boolean) {
  const log = useRef<HTMLDivElement>(null);
  const anchor = useRef<ScrollAnchor>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const readHasNewest = useEffectEvent(() => hasNewest);
  useLayoutEffect(() => {
    if (!log.current) return undefined;
    const created = createScrollAnchor(log.current, () => readHasNewest(), setIsAtEnd);
    anchor.current = created;
    return created.stop;
  }, []);
  // Every render may have moved the visible messages.
  useLayoutEffect(() => anchor.current?.restore());
  useLayoutEffect(() => {
    if (lastSentId !== undefined) anchor.current?.goToEnd();
  }, [lastSentId]);
  return { log, isAtEnd: isAtEnd && hasNewest, goToEnd: () => anchor.current?.goToEnd() };
}
