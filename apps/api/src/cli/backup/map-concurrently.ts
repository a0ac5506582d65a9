/**
 * Yields the results of `task` in the order of the items. Runs up to `concurrency` tasks at the same
 * time, also while the consumer handles a result.
 */
export async function* mapConcurrently<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  concurrency: number,
  task: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  const nextResult = async (): Promise<Result> => {
    const [first] = running.splice(0, 1);
    if (first === undefined) throw new Error('No task is running.');
    return first;
  };
  for await (const item of items) {
    const result = task(item);
    // The error is thrown when the result is awaited; until then it must not count as unhandled.
    result.catch(() => undefined);
    running.push(result);
    if (running.length >= concurrency) yield nextResult();
  }
  while (running.length > 0) yield nextResult();
}
