const coversScreen = '(width < 40rem)';

/** Keeps what covers a phone's screen above its keyboard, which no unit of CSS knows of. */
export function fitVisualViewport(element: HTMLElement): (() => void) | undefined {
  const viewport = window.visualViewport;
  if (!viewport) return undefined;
  const fit = () => {
    const isCovering = window.matchMedia(coversScreen).matches;
    element.style.height = isCovering ? `${viewport.height}px` : '';
    element.style.top = isCovering ? `${viewport.offsetTop}px` : '';
  };
  fit();
  viewport.addEventListener('resize', fit);
  viewport.addEventListener('scroll', fit);
  return () => {
    viewport.removeEventListener('resize', fit);
    viewport.removeEventListener('scroll', fit);
  };
}
