import { notificationsTabSchema } from '@skein/contracts/notifications';
import type { NotificationsTab } from '@skein/contracts/notifications';
import { z } from 'zod';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import { isId } from '../../platform/ids.ts';

/** A position in a tab's list. */
export interface NotificationsPosition {
  tab: NotificationsTab;
  /** The last group of the previous page. */
  below: string;
  /** The newest notification when the first page was read; newer ones are not part of this list. */
  newestId: string;
}

const id = z.string().refine(isId);
const wireSchema = z.tuple([z.literal(1), notificationsTabSchema, id, id]);

export function encodeNotificationsCursor({ tab, below, newestId }: NotificationsPosition): string {
  return encodeCursor([1, tab, below, newestId]);
}

/** Null for an invalid cursor or one of another tab. */
export function decodeNotificationsCursor(
  tab: NotificationsTab,
  cursor: string,
): NotificationsPosition | null {
  const parts = decodeCursor(wireSchema, cursor);
  if (parts === null || parts[1] !== tab) return null;
  const [, , below, newestId] = parts;
  return { tab, below, newestId };
}
