import { notificationsTabSchema } from '@skein/contracts/notifications';
import type { NotificationsTab } from '@skein/contracts/notifications';
import { z } from 'zod';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import { isId } from '../../platform/ids.ts';

/** Where the reading of a tab goes on. */
export interface NotificationsPlace {
  tab: NotificationsTab;
  /** The last one read. */
  below: string;
  /** The first of all: what came after it is for the next reading. */
  began: string;
}

const id = z.string().refine(isId);
const wireSchema = z.tuple([z.literal(1), notificationsTabSchema, id, id]);

export function encodeNotificationsCursor({ tab, below, began }: NotificationsPlace): string {
  return encodeCursor([1, tab, below, began]);
}

/** Null for what is no cursor, or one of another tab. */
export function decodeNotificationsCursor(
  tab: NotificationsTab,
  cursor: string,
): NotificationsPlace | null {
  const parts = decodeCursor(wireSchema, cursor);
  if (parts === null || parts[1] !== tab) return null;
  const [, , below, began] = parts;
  return { tab, below, began };
}
