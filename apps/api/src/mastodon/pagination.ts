import { issueMessage } from '@skein/contracts/http';
import { z } from 'zod';
import { MastodonResponse } from '../http/mastodon/mastodon-route.ts';
import { ValidationError } from '../platform/errors.ts';
import { isId, lowestIdAt } from '../platform/ids.ts';
import type { ResponseMessage } from '../platform/messages.ts';
import type { MastodonServices } from './services.ts';

const limitMax = 40;
const positions = ['max_id', 'since_id', 'min_id'];
/** A page directly above `min_id` is searched in this many entries from the newest. */
const searchedMax = 400;
const pageReadsMax = 5;

/** The first bits of Mastodon's 64-bit ids are the time in milliseconds. */
const timeShift = 16n;

/**
 * A position in a list: an id, or a number as Mastodon's ids are. Clients calculate such numbers from a time, and send 0
 * for the time before everything.
 */
export const idField = z
  .string()
  .refine((value) => isId(value) || /^\d{1,20}$/.test(value), {
    error: issueMessage('error.notValid', { label: 'error.label.id' }),
  })
  .transform((value) => (isId(value) ? value : lowestIdAt(Number(BigInt(value) >> timeShift))))
  .optional();

/** `limit` of a list; larger numbers mean the maximum, as in Mastodon. */
export const limitField = (defaultLimit: number) =>
  z.coerce
    .number({ error: issueMessage('error.mustBeNumber', { label: 'error.label.limit' }) })
    .int()
    .min(1, { error: issueMessage('error.mustBeNumber', { label: 'error.label.limit' }) })
    .transform((limit) => Math.min(limit, 2 * limitMax))
    .default(defaultLimit);

/** The query of a list whose items are identified by ids. */
export const pageFields = z.object({
  max_id: idField,
  since_id: idField,
  min_id: idField,
  limit: limitField(20),
});

export type PageFields = z.output<typeof pageFields>;

/** The part of a list below a key. */
export interface Range {
  below: string | undefined;
  size: number;
}

/** Reads items of a range, newest first. */
type Read<Item> = (range: Range) => Promise<Item[]>;

interface PaginatedList<Item> {
  read: Read<Item>;
  getKey: (item: Item) => string;
}

/**
 * A page of a list by Mastodon's parameters. `since_id` returns the newest items above an id, `min_id`
 * those directly above it.
 */
export async function readPage<Item>(
  { read, getKey }: PaginatedList<Item>,
  { max_id: below, since_id: since, min_id: min, limit }: PageFields,
): Promise<Item[]> {
  if (min === undefined) {
    const items = await read({ below, size: limit });
    return since === undefined ? items : items.filter((item) => getKey(item) > since);
  }
  const above: Item[] = [];
  let next = below;
  while (above.length < searchedMax) {
    const items = await read({ below: next, size: limitMax });
    const newer = items.filter((item) => getKey(item) > min);
    above.push(...newer);
    const last = items.at(-1);
    if (last === undefined || newer.length < items.length || items.length < limitMax) break;
    next = getKey(last);
  }
  return above.slice(-limit);
}

/** Reads until a page is full, at most five pages of items that do not match. */
export async function readMatching<Item>(
  { read, getKey }: PaginatedList<Item>,
  matches: (item: Item) => boolean,
  { below, size }: Range,
): Promise<Item[]> {
  const found: Item[] = [];
  let next = below;
  for (let reads = 0; reads < pageReadsMax && found.length < size; reads += 1) {
    const items = await read({ below: next, size });
    found.push(...items.filter(matches));
    const last = items.at(-1);
    if (last === undefined || items.length < size) break;
    next = getKey(last);
  }
  return found.slice(0, size);
}

/** A response with links to the pages before and after the entries with these keys. */
export function withPageLinks(
  { settings }: Pick<MastodonServices, 'settings'>,
  { path, query, keys }: { path: string; query: { limit: number }; keys: readonly string[] },
  body: object,
): MastodonResponse {
  const url = `${settings.publicUrl.origin}${path}`;
  return withLinks(body, { url, limit: query.limit, first: keys[0], last: keys.at(-1) });
}

/** A response with the `Link` header to the next and the previous page, which have the other parameters of this one. */
export function withLinks(
  body: object,
  {
    url,
    first,
    last,
    limit,
  }: { url: string; first?: string | undefined; last?: string | undefined; limit: number },
): MastodonResponse {
  const link = (rel: string, name: string, value: string) => {
    const page = new URL(url);
    for (const position of positions) page.searchParams.delete(position);
    page.searchParams.set('limit', String(limit));
    page.searchParams.set(name, value);
    return `<${page.href}>; rel="${rel}"`;
  };
  const links = [
    ...(last === undefined ? [] : [link('next', 'max_id', last)]),
    ...(first === undefined ? [] : [link('prev', 'min_id', first)]),
  ];
  return new MastodonResponse(
    body,
    links.length === 0 ? {} : { headers: { Link: links.join(', ') } },
  );
}

/** The id of a path; malformed ones are unknown. */
export function requireId(value: string | undefined, notFound: () => Error): string {
  if (value === undefined || !isId(value)) throw notFound();
  return value;
}

export function unsupported(path: string, message: ResponseMessage): ValidationError {
  return new ValidationError([{ path, message }]);
}
