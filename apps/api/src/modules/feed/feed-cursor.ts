import { z } from 'zod';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import { isId } from '../../platform/ids.ts';

/** Where a reading of a feed goes on. */
export interface FeedPlace {
  feed: 'all' | 'following';
  /** The last entry that was read. */
  below: string;
  /**
   * The newest entry there was when the reading began. What came later is left to the next reading:
   * a thread reposted meanwhile stays where this one has or will have it.
   */
  began: string;
}

const version = 1;
const id = z.string().refine(isId);
const wireSchema = z.tuple([z.literal(version), z.enum(['all', 'following']), id, id]);

/** An opaque text that stands for a place. */
export function encodeFeedCursor({ feed, below, began }: FeedPlace): string {
  return encodeCursor([version, feed, below, began]);
}

/** The place that a cursor of this very feed stands for; null for anything else. */
export function decodeFeedCursor(feed: FeedPlace['feed'], cursor: string): FeedPlace | null {
  const [, named, below, began] = decodeCursor(wireSchema, cursor) ?? [];
  if (named !== feed || below === undefined || began === undefined) return null;
  return { feed, below, began };
}
