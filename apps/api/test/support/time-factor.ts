import { createHash } from 'node:crypto';

/** The time of the unit on a machine whose CPUs are idle. */
const idleUnitMs = 20;
/** A test also waits for other programs that start after the measurement. */
const reserve = 5;

/** Measures the time of a fixed amount of work, which is longer while other programs use the CPUs. */
function measureUnit(): number {
  const start = performance.now();
  const block = Buffer.alloc(1024 ** 2);
  for (let count = 0; count < 16; count += 1) createHash('sha256').update(block).digest();
  return performance.now() - start;
}

/**
 * The factor by which tests extend time limits, because `npm test` shares the CPUs with other tests and
 * programs. `npm run test:soak` sets it to 1.
 */
export const timeFactor = Number(
  process.env['TIME_FACTOR'] ?? reserve * Math.max(1, measureUnit() / idleUnitMs),
);
