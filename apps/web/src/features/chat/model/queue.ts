/** Runs the work of each key one after the other. */
export function createQueue() {
  const lastWork = new Map<string, Promise<void>>();
  /** Resolves to whether it was the last work of the key. The work must not reject. */
  return async (key: string, work: () => Promise<void>): Promise<boolean> => {
    const previous = lastWork.get(key) ?? Promise.resolve();
    const current = previous.then(work);
    lastWork.set(key, current);
    await current;
    if (lastWork.get(key) !== current) return false;
    lastWork.delete(key);
    return true;
  };
}
