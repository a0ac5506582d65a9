import { createStore } from './store.ts';

/** The numbers of unread items of the current user. */
export interface UnreadCounts {
  notifications: number;
  messages: number;
}

export const nothingUnread: UnreadCounts = { notifications: 0, messages: 0 };

/** The counts in the navigation. Deferred parts of the app update them. */
export const unreadCounts = createStore(nothingUnread);
