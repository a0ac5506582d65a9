/** The first background jobs load their modules meanwhile. */
const delayMs = 2000;

/**
 * Collects the garbage of the start once, if Node.js runs with `--expose-gc`. V8 itself would keep this memory: it
 * waits for a low rate of allocations, and an idle server has no later measurement than that of the start. Blocks
 * other work for 0.1 to 0.3 s.
 */
export function releaseStartupMemory(): void {
  const collect = () =>
    void globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' });
  setTimeout(collect, delayMs).unref();
}
