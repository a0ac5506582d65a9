/** Repeats tasks, each after its interval. Returns a function that stops them. */
export function startTimers(tasks: readonly (readonly [() => unknown, number])[]): () => void {
  const timers = tasks.map(([task, everyMs]) => setInterval(() => void task(), everyMs).unref());
  return () => timers.forEach((timer) => clearInterval(timer));
}
