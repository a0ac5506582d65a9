/** Whether things should keep still: so the person chose on this device, or for the whole of it. */
export function prefersStillness(): boolean {
  return (
    document.documentElement.dataset['motion'] === 'reduced' ||
    window.matchMedia('(prefers-reduced-motion: reduce)').matches
  );
}
