/** Values of the documents of other servers, which nobody has validated. */

export const activityStreams = 'https://www.w3.org/ns/activitystreams';
/** The id of the collection of everyone. */
export const everyone = `${activityStreams}#Public`;
const addressMaxLength = 2000;
/** Further items of a list are ignored. */
const itemsMax = 1000;

/** All names of this collection. */
export const publicNames: ReadonlySet<string> = new Set([everyone, 'as:Public', 'Public']);

export type Json = Record<string, unknown>;

export function toObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Json)
    : {};
}

export function toList(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.slice(0, itemsMax) : [value];
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : '';
}

/** The address of an object: itself or its id. */
export function toAddress(value: unknown): string | null {
  const address = typeof value === 'string' ? value : toObject(value)['id'];
  if (typeof address !== 'string' || address.length > addressMaxLength) return null;
  const url = URL.parse(address);
  return url?.protocol === 'https:' && url.href.length <= addressMaxLength ? url.href : null;
}
