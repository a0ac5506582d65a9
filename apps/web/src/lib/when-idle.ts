const idleTimeoutMs = 2000;
const withoutIdleCallbackMs = 200;

/** Resolves once the browser has nothing more urgent to do, or after two seconds. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) {
      requestIdleCallback(() => resolve(), { timeout: idleTimeoutMs });
    } else {
      setTimeout(resolve, withoutIdleCallbackMs);
    }
  });
}
