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

/** Below every id that is made at a moment, in milliseconds, or later; above all that were before. */
export function lowestIdAt(ms: number): string {
  const hex = Math.min(Math.max(Math.trunc(ms), 0), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** When an id was made: the `createdAt` of a row whose list is ordered by id. */
export function dateOfId(id: string): Date {
  return new Date(timeOfId(id));
}

/** When an id was made, in milliseconds. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
