/**
 * Runs `query` for all callers that wait for it: those that come while it runs share the next run, so that
 * each run begins after its callers' calls.
 */
export function shareNext<Result>(query: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | undefined;
  const start = () => {
    const started = query();
    running = started;
    next = undefined;
    return started;
  };
  return () => (next ??= running.then(start, start));
}
