const endTolerancePx = 40;

export interface ScrollAnchor {
  /** To be called whenever something was added before it is painted. */
  settle: () => void;
  goToEnd: () => void;
  stop: () => void;
}

/**
 * Keeps the place in a log that begins at its end (`flex-col-reverse`, which keeps the end in sight
 * by itself). Away from the end, what is being read stays where it is, whatever is added before or
 * behind it.
 */
export function createScrollAnchor(
  log: HTMLElement,
  onEndChange: (isAtEnd: boolean) => void,
): ScrollAnchor {
  let anchor: { element: Element; top: number } | null = null;
  let isAtEnd = true;

  const setAtEnd = (isNow: boolean) => {
    if (isNow !== isAtEnd) onEndChange(isNow);
    isAtEnd = isNow;
  };
  const look = () => {
    const isNear = Math.abs(log.scrollTop) < endTolerancePx;
    anchor = isNear ? null : findAnchor(log);
    setAtEnd(isNear);
  };
  log.addEventListener('scroll', look, { passive: true });
  return {
    settle() {
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
    stop: () => log.removeEventListener('scroll', look),
  };
}

/** The first message in sight, and where. */
function findAnchor(log: HTMLElement): { element: Element; top: number } | null {
  const { top } = log.getBoundingClientRect();
  for (const element of log.querySelectorAll('[data-message]')) {
    const box = element.getBoundingClientRect();
    if (box.bottom > top) return { element, top: box.top };
  }
  return null;
}
