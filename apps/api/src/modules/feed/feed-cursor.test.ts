import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeFeedCursor, encodeFeedCursor } from './feed-cursor.ts';

const feed = fc.constantFrom('all' as const, 'following' as const);

describe('the feed cursor', () => {
  it('decodes to the encoded position, and to null for another feed', () => {
    fc.assert(
      fc.property(feed, fc.uuid(), fc.uuid(), (name, below, newestKey) => {
        const cursor = encodeFeedCursor({ feed: name, below, newestKey });
        expect(decodeFeedCursor(name, cursor)).toEqual({ feed: name, below, newestKey });
        expect(decodeFeedCursor(name === 'all' ? 'following' : 'all', cursor)).toBeNull();
      }),
    );
  });

  it('decodes any other text to null', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.base64String(),
      fc.json({ maxDepth: 1 }),
    );
    fc.assert(
      fc.property(feed, text, (name, cursor) => {
        expect(decodeFeedCursor(name, cursor)).toBeNull();
      }),
    );
  });
});
