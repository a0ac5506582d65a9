/** Resolves when more work may wait than at the time of the call. */
export type WaitForRequest = () => Promise<void>;

/**
 * Runs work that is not finished yet only once at a time. During a run, a request does not start another one: `work` is
 * informed, and runs again if it has ended without looking.
 * @returns A function that requests a run. Its promise resolves when the run has ended
 */
export function createRunOnRequest(
  work: (waitForRequest: WaitForRequest) => Promise<void>,
  stopping: AbortSignal,
): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isRequested = false;
  let request = Promise.withResolvers<void>();
  const waitForRequest = () => {
    isRequested = false;
    request = Promise.withResolvers();
    return request.promise;
  };
  async function run(): Promise<void> {
    while (isRequested && !stopping.aborted) await work(waitForRequest);
  }
  return () => {
    isRequested = true;
    request.resolve();
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}
