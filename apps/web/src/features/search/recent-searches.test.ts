import { expect, it } from 'vitest';
import { recentSearchesKey } from '../../lib/storage.ts';
import {
  removeRecentSearch,
  clearRecentSearches,
  saveRecentSearch,
  readRecentSearches,
} from './recent-searches.ts';

it('stores each search once, latest first', () => {
  for (const query of ['wool', 'yarn', 'Wool']) saveRecentSearch('ada', query);
  expect(readRecentSearches('ada')).toEqual(['Wool', 'yarn']);
});

it('stores at most eight searches per account', () => {
  for (let number = 1; number <= 10; number += 1) saveRecentSearch('ada', `number ${number}`);
  expect(readRecentSearches('ada')).toHaveLength(8);
  expect(readRecentSearches('ada')[0]).toBe('number 10');
  expect(readRecentSearches('ben')).toEqual([]);
});

it('removes one search or all of them', () => {
  for (const query of ['wool', 'yarn']) saveRecentSearch('ada', query);
  removeRecentSearch('ada', 'yarn');
  expect(readRecentSearches('ada')).toEqual(['wool']);
  clearRecentSearches('ada');
  expect(readRecentSearches('ada')).toEqual([]);
});

it.each(['{', '7', '{"a":1}'])('returns no searches if %s is stored', (stored) => {
  localStorage.setItem(recentSearchesKey('ada'), stored);
  expect(readRecentSearches('ada')).toEqual([]);
});
