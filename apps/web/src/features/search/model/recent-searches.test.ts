import { expect, it } from 'vitest';
import { recentSearchesKey } from '../../../lib/storage.ts';
import {
  removeRecentSearch,
  clearRecentSearches,
  saveRecentSearch,
  readRecentSearches,
} from './recent-searches.ts';

it('keeps each search once, the latest first', () => {
  for (const query of ['wool', 'yarn', 'Wool']) saveRecentSearch('ada', query);
  expect(readRecentSearches('ada')).toEqual(['Wool', 'yarn']);
});

it('keeps eight of an account, and nothing of another', () => {
  for (let number = 1; number <= 10; number += 1) saveRecentSearch('ada', `number ${number}`);
  expect(readRecentSearches('ada')).toHaveLength(8);
  expect(readRecentSearches('ada')[0]).toBe('number 10');
  expect(readRecentSearches('ben')).toEqual([]);
});

it('forgets one, or all', () => {
  for (const query of ['wool', 'yarn']) saveRecentSearch('ada', query);
  removeRecentSearch('ada', 'yarn');
  expect(readRecentSearches('ada')).toEqual(['wool']);
  clearRecentSearches('ada');
  expect(readRecentSearches('ada')).toEqual([]);
});

it.each(['{', '7', '{"a":1}'])('starts anew where %s is stored', (stored) => {
  localStorage.setItem(recentSearchesKey('ada'), stored);
  expect(readRecentSearches('ada')).toEqual([]);
});
