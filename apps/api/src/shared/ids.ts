import { v7, validate } from 'uuid';

/** A new UUIDv7: ids made later sort later, also within a millisecond of one process. */
export function newId(): string {
  return v7();
}

/** True for a UUID as the database takes it. Anything else names nothing. */
export function isId(value: string): boolean {
  return validate(value);
}
