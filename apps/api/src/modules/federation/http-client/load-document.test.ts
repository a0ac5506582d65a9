import { expect, it } from 'vitest';
import { limitParts } from './load-document.ts';

const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value);

function countObjects(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + countObjects(part), 1);
}

it.each([
  { tag: times(4000, { type: 'Emoji' }) },
  { tag: times(60, times(60, { type: 'Emoji' })) },
  { tag: { '@set': times(4000, { type: 'Emoji' }) } },
  { tag: times(60, { '@set': times(60, { type: 'Emoji' }) }) },
  Object.fromEntries(times(4000, {}).map((part, index) => [`name${index}`, part])),
  { orderedItems: times(4000, { type: 'Emoji' }) },
])('limits the parts of a document, also of nested ones', (document) => {
  expect(countObjects(document)).toBeGreaterThan(3000);
  expect(countObjects(limitParts(document))).toBeLessThanOrEqual(500);
});

it('keeps all ids of a collection', () => {
  const collection = { type: 'OrderedCollection', orderedItems: times(4000, 'https://a.example') };
  expect(limitParts(collection)).toEqual(collection);
});
