import { z } from 'zod';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import { isId } from '../../platform/ids.ts';

/** A home feed, or the feed of a list. */
export type FeedName = 'all' | 'following' | `list:${string}`;

/** The position of a cursor in a feed. */
export interface FeedPosition {
  feed: FeedName;
  /** The key of the last entry of the previous page. */
  below: string;
  /**
   * The key of the newest entry on the first page. Later entries are ignored, so that a thread reposted
   * in the meantime does not move to another page.
   */
  newestKey: string;
}

const version = 1;
const id = z.string().refine(isId);
const wireSchema = z.tuple([z.literal(version), z.string(), id, id]);

export function encodeFeedCursor({ feed, below, newestKey }: FeedPosition): string {
  return encodeCursor([version, feed, below, newestKey]);
}

/** Null for a text that is not a cursor of this feed. */
export function decodeFeedCursor(feed: FeedName, cursor: string): FeedPosition | null {
  const [, name, below, newestKey] = decodeCursor(wireSchema, cursor) ?? [];
  if (name !== feed || below === undefined || newestKey === undefined) return null;
  return { feed, below, newestKey };
}
