import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

const endTolerancePx = 40;

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

interface ScrollAnchor {
  /** Restores the position. Must be called after each DOM change, before it is painted. */
  restore: () => void;
  goToEnd: () => void;
  stop: () => void;
}

/**
 * Keeps the scroll position of a log with `flex-col-reverse`. At the newest message the browser keeps the
 * end visible. Elsewhere the first visible message stays in place while messages are added around it.
 */
function createScrollAnchor(
  log: HTMLElement,
  /** Whether the newest message is loaded: the end of the log is the end of the conversation. */
  hasNewest: () => boolean,
  onEndChange: (isAtEnd: boolean) => void,
): ScrollAnchor {
  let anchor: { element: Element; top: number } | null = null;
  let isAtEnd = true;

  const setAtEnd = (isAtEndNow: boolean) => {
    if (isAtEndNow !== isAtEnd) onEndChange(isAtEndNow);
    isAtEnd = isAtEndNow;
  };
  const onScroll = () => {
    const isNearEnd = hasNewest() && Math.abs(log.scrollTop) < endTolerancePx;
    anchor = isNearEnd ? null : findAnchor(log);
    setAtEnd(isNearEnd);
  };
  log.addEventListener('scroll', onScroll, { passive: true });
  return {
    restore() {
      if (!anchor) log.scrollTop = 0;
      else if (anchor.element.isConnected) {
        log.scrollTop += anchor.element.getBoundingClientRect().top - anchor.top;
      }
    },
    goToEnd() {
      anchor = null;
      log.scrollTop = 0;
      setAtEnd(true);
    },
    stop: () => log.removeEventListener('scroll', onScroll),
  };
}

/** The first visible message and its position. */
function findAnchor(log: HTMLElement): { element: Element; top: number } | null {
  const { top } = log.getBoundingClientRect();
  for (const element of log.querySelectorAll('[data-message]')) {
    const box = element.getBoundingClientRect();
    if (box.bottom > top) return { element, top: box.top };
  }
  return null;
}
