/** Whether the user prefers reduced motion, by the setting of this device or of the system. */
export function prefersReducedMotion(): boolean {
  return (
    document.documentElement.dataset['motion'] === 'reduced' ||
    window.matchMedia('(prefers-reduced-motion: reduce)').matches
  );
}
