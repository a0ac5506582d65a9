import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeFeedCursor, encodeFeedCursor } from './feed-cursor.ts';

const feed = fc.constantFrom('all' as const, 'following' as const);

describe('a feed cursor', () => {
  it('comes back as the place it was made of, for its own feed alone', () => {
    fc.assert(
      fc.property(feed, fc.uuid(), fc.uuid(), (name, below, newestKey) => {
        const cursor = encodeFeedCursor({ feed: name, below, newestKey });
        expect(decodeFeedCursor(name, cursor)).toEqual({ feed: name, below, newestKey });
        expect(decodeFeedCursor(name === 'all' ? 'following' : 'all', cursor)).toBeNull();
      }),
    );
  });

  it('is nothing else', () => {
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
