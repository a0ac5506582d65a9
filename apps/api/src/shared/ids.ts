import { v7, validate } from 'uuid';

/** Above every id there is or will be. */
export const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * A new UUIDv7. Within a process each is greater than the one before, even within a millisecond
 * and when the clock is set back, so ids of rows made in a row keep their order.
 */
export function newId(): string {
  return v7();
}

/** True for a UUID as the database takes it. Anything else names nothing. */
export function isId(value: string): boolean {
  return validate(value);
}
