/** Values of the documents of other servers, which nobody has validated. */

export const addressMaxLength = 2000;
/** Further items of a list are ignored. */
const itemsMax = 1000;

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

/** The id of an object, which the document contains or only names. It may be any text. */
export function toId(value: unknown): string | undefined {
  const id = typeof value === 'string' ? value : toObject(value)['id'];
  return typeof id === 'string' ? id : undefined;
}

/** The id of an object as an address that can be requested; null for other ids. */
export function toAddress(value: unknown): string | null {
  const id = toId(value);
  return id === undefined || id.length > addressMaxLength ? null : toHttpsAddress(URL.parse(id));
}

/** Null for an address that is too long or has another protocol. */
export function toHttpsAddress(url: URL | null): string | null {
  return url?.protocol === 'https:' && url.href.length <= addressMaxLength ? url.href : null;
}

/** Whether two addresses are on one host, whose server alone may speak for both. */
export function haveSameHost(address: string | undefined, other: string): boolean {
  const host = URL.parse(address ?? '')?.host;
  return host !== undefined && host === URL.parse(other)?.host;
}

export function listTypes(json: Readonly<Json>): string[] {
  return toList(json['type']).filter((type) => typeof type === 'string');
}
