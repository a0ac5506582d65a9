import { randomInt } from 'node:crypto';
import { v7, validate } from 'uuid';

/** Greater than every id. */
export const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Creates a UUIDv7. Within a process each id is greater than the previous one, even within the same
 * millisecond or after the clock is set back.
 */
export function newId(): string {
  return v7();
}

/** A new id with another creation time, for a row that is older than its insertion. */
export function newIdAt(ms: number): string {
  return v7({ msecs: ms, seq: randomInt(2 ** 31) });
}

/** A greater id than `id`, and always the same: for further rows of one request. */
export function offsetId(id: string, offset: number): string {
  const value = BigInt(`0x${id.replaceAll('-', '')}`) + BigInt(offset);
  const hex = value.toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** True for a valid UUID. */
export function isId(value: string): boolean {
  return validate(value);
}

/** The lowest possible id at a time in milliseconds. */
export function lowestIdAt(ms: number): string {
  const hex = Math.min(Math.max(Math.trunc(ms), 0), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The creation time of an id: the `createdAt` of rows that are ordered by id. */
export function dateOfId(id: string): Date {
  return new Date(timeOfId(id));
}

/** The creation time of an id in milliseconds. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
