const phoneScreen = '(width < 40rem)';

/** Fits a full-screen element on phones above the on-screen keyboard. No CSS unit excludes it. */
export function fitVisualViewport(element: HTMLElement): (() => void) | undefined {
  const viewport = window.visualViewport;
  if (!viewport) return undefined;
  const fit = () => {
    const isFullScreen = window.matchMedia(phoneScreen).matches;
    element.style.height = isFullScreen ? `${viewport.height}px` : '';
    element.style.top = isFullScreen ? `${viewport.offsetTop}px` : '';
  };
  fit();
  viewport.addEventListener('resize', fit);
  viewport.addEventListener('scroll', fit);
  return () => {
    viewport.removeEventListener('resize', fit);
    viewport.removeEventListener('scroll', fit);
  };
}
