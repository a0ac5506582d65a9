import { createStore } from './store.ts';

/** What waits for the signed-in person to be looked at. */
export interface UnreadCounts {
  notifications: number;
  messages: number;
}

export const nothingUnread: UnreadCounts = { notifications: 0, messages: 0 };

/** What the navigation marks; kept true by parts that come after the first sight. */
export const unreadCounts = createStore(nothingUnread);
