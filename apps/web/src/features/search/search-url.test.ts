import { expect, it } from 'vitest';
import { readSearch, searchUrl } from './search-url.ts';
import type { Search } from './search-url.ts';

const searches: [Search, string][] = [
  [{ query: '', kind: 'threads', sort: 'relevance' }, '/search'],
  [{ query: 'red wool', kind: 'threads', sort: 'relevance' }, '/search?q=red+wool'],
  [{ query: '#wool', kind: 'threads', sort: 'recent' }, '/search?q=%23wool&sort=recent'],
  [{ query: 'a&b=c', kind: 'people', sort: 'relevance' }, '/search?q=a%26b%3Dc&tab=people'],
];

it.each(searches)('converts %j to a URL and back', (search, address) => {
  expect(searchUrl(search)).toBe(address);
  expect(readSearch(new URL(address, 'https://skein.test').searchParams)).toEqual(search);
});

it('uses the defaults for unknown values', () => {
  expect(readSearch(new URLSearchParams('q=%20wool%20&tab=places&sort=loudest'))).toEqual({
    query: 'wool',
    kind: 'threads',
    sort: 'relevance',
  });
});
