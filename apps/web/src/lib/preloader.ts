/** Returns an event handler that loads code before the user needs it. */
export function preloader(load: () => Promise<unknown>): () => void {
  return () => {
    load().catch(() => {
      // It is requested again when it is rendered.
    });
  };
}
