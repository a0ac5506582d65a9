/** Loads a value on the first call and caches it. After a failure, the next call loads again. */
export function loadOnce<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => {
    value ??= load().catch((error: unknown) => {
      value = undefined;
      throw error;
    });
    return value;
  };
}
