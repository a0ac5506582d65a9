import { v7 } from 'uuid';

/**
 * A new UUIDv7. Within a process each is greater than the one before, even within a millisecond
 * and when the clock is set back, so ids of rows made in a row keep their order.
 */
export function newId(): string {
  return v7();
}
