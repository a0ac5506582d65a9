import { z } from 'zod';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import { isId } from '../../platform/ids.ts';

/** Where a reading of a feed goes on. */
export interface FeedPosition {
  feed: 'all' | 'following';
  /** The last entry that was read. */
  below: string;
  /**
   * The newest entry there was when the reading newestKey. What came later is left to the next reading:
   * a thread reposted meanwhile stays where this one has or will have it.
   */
  newestKey: string;
}

const version = 1;
const id = z.string().refine(isId);
const wireSchema = z.tuple([z.literal(version), z.enum(['all', 'following']), id, id]);

/** An opaque text that stands for a place. */
export function encodeFeedCursor({ feed, below, newestKey }: FeedPosition): string {
  return encodeCursor([version, feed, below, newestKey]);
}

/** The place that a cursor of this very feed stands for; null for anything else. */
export function decodeFeedCursor(feed: FeedPosition['feed'], cursor: string): FeedPosition | null {
  const [, named, below, newestKey] = decodeCursor(wireSchema, cursor) ?? [];
  if (named !== feed || below === undefined || newestKey === undefined) return null;
  return { feed, below, newestKey };
}
