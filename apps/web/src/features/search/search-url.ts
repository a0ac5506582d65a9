import type { searchThreads } from '@skein/contracts/search';
import { isBlank } from '@skein/contracts/text';
import { paths } from '../../lib/paths.ts';
import type { RequestOptions } from '../../api/route-types.ts';

export type SearchSort = NonNullable<
  NonNullable<RequestOptions<typeof searchThreads>['query']>['sort']
>;
export type SearchKind = 'threads' | 'people';

/** A search. It is stored in the URL, so that it can be shared and restored by back navigation. */
export interface Search {
  query: string;
  kind: SearchKind;
  sort: SearchSort;
}

export function readSearch(params: URLSearchParams): Search {
  const text = params.get('q') ?? '';
  return {
    query: isBlank(text) ? '' : text.trim(),
    kind: params.get('tab') === 'people' ? 'people' : 'threads',
    sort: params.get('sort') === 'recent' ? 'recent' : 'relevance',
  };
}

/** The URL of a search, without parameters that have their default value. */
export function searchUrl({ query, kind, sort }: Search): string {
  const params = new URLSearchParams();
  if (query !== '') params.set('q', query);
  if (kind !== 'threads') params.set('tab', kind);
  if (sort !== 'relevance') params.set('sort', sort);
  const text = params.toString();
  return text === '' ? paths.search : `${paths.search}?${text}`;
}
