import { expect, it, vi } from 'vitest';
import { showCountInTitle } from './title-count.ts';

it('adds the count to every new document title', async () => {
  document.title = 'Feed · Skein';
  const stop = showCountInTitle(3);
  expect(document.title).toBe('(3) Feed · Skein');
  document.title = 'Search · Skein';
  await vi.waitFor(() => expect(document.title).toBe('(3) Search · Skein'));
  stop();
  const stopNone = showCountInTitle(0);
  expect(document.title).toBe('Search · Skein');
  stopNone();
});
