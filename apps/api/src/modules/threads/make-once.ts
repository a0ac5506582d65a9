import type { Idempotency } from '../../http/idempotency/idempotency.ts';
import { isOutage } from '../../platform/is-outage.ts';

/**
 * Makes a thing under the id its request has for it, unless an attempt before did, or another one
 * that runs at the same time is faster: then what that made is the answer.
 * @param find gives what stands under the id, null when nothing does
 * @param gone is thrown for what was made, and removed since
 */
export async function makeOnce<Thing>(
  idempotency: Idempotency,
  {
    find,
    make,
    gone,
  }: { find: () => Promise<Thing | null>; make: () => Promise<Thing>; gone: () => Error },
): Promise<Thing> {
  if (idempotency.attempt !== 'first') {
    const made = await find();
    if (made !== null) return made;
    if (idempotency.attempt === 'completed') throw gone();
  }
  try {
    return await make();
  } catch (error) {
    if (isOutage(error)) throw error;
    const made = await find();
    if (made === null) throw error;
    return made;
  }
}
