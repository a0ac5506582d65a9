import type { Idempotency } from './idempotency.ts';
import { isOutage } from '../is-outage.ts';

/**
 * Creates an entity with the id of its request, unless an earlier or a concurrent attempt of the same
 * request has created it: then it returns that one.
 * @param find Returns the entity with this id; null if there is none.
 * @param deletedError Thrown when the entity was created and has been deleted since. If it is omitted,
 *   the entity is created again.
 */
export async function createOnce<Entity>(
  idempotency: Idempotency,
  {
    find,
    create,
    deletedError,
  }: {
    find: () => Promise<Entity | null>;
    create: () => Promise<Entity>;
    deletedError?: () => Error;
  },
): Promise<Entity> {
  if (idempotency.attempt !== 'first') {
    const existing = await find();
    if (existing !== null) return existing;
    if (idempotency.attempt === 'completed' && deletedError) throw deletedError();
  }
  try {
    return await create();
  } catch (error) {
    if (isOutage(error)) throw error;
    const existing = await find();
    if (existing === null) throw error;
    return existing;
  }
}
