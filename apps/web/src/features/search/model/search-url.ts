import type { searchThreads } from '@skein/contracts/search';
import { isBlank } from '@skein/contracts/text';
import { paths } from '../../../lib/paths.ts';
import type { RequestOptions } from '../../../api/route-types.ts';

export type SearchSort = NonNullable<
  NonNullable<RequestOptions<typeof searchThreads>['query']>['sort']
>;
export type SearchKind = 'threads' | 'people';

/** What somebody looks for. It stands in the address, so that it can be shared and gone back to. */
export interface Search {
  query: string;
  kind: SearchKind;
  sort: SearchSort;
}

export function readSearch(address: URLSearchParams): Search {
  const text = address.get('q') ?? '';
  return {
    query: isBlank(text) ? '' : text.trim(),
    kind: address.get('tab') === 'people' ? 'people' : 'threads',
    sort: address.get('sort') === 'recent' ? 'recent' : 'relevance',
  };
}

/** The address of a search, which leaves out what goes without saying. */
export function searchUrl({ query, kind, sort }: Search): string {
  const fields = new URLSearchParams();
  if (query !== '') fields.set('q', query);
  if (kind !== 'threads') fields.set('tab', kind);
  if (sort !== 'relevance') fields.set('sort', sort);
  const text = fields.toString();
  return text === '' ? paths.search : `${paths.search}?${text}`;
}
