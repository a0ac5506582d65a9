const held = new Map<string, Promise<unknown>>();

/**
 * Runs a task while no other tab runs one under the same name. Waits for it, unless `isOptional`:
 * then it returns undefined at once.
 */
export function withLock<Result>(
  name: string,
  options: { isOptional?: false },
  task: () => Promise<Result>,
): Promise<Result>;
export function withLock<Result>(
  name: string,
  options: { isOptional?: boolean },
  task: () => Promise<Result>,
): Promise<Result | undefined>;
export async function withLock<Result>(
  name: string,
  { isOptional = false },
  task: () => Promise<Result>,
): Promise<Result | undefined> {
  if ('locks' in navigator) {
    return navigator.locks.request(name, { ifAvailable: isOptional }, (lock) =>
      lock ? task() : undefined,
    );
  }
  // Pages without https have no Web Locks. The lock is then limited to this tab.
  if (isOptional && held.has(name)) return undefined;
  while (held.has(name)) await held.get(name);
  const running = task();
  held.set(
    name,
    running.catch(() => undefined).finally(() => held.delete(name)),
  );
  return running;
}
