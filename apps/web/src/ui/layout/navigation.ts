import Bell from 'lucide-react/icons/bell';
import Bookmark from 'lucide-react/icons/bookmark';
import FileText from 'lucide-react/icons/file-text';
import Heart from 'lucide-react/icons/heart';
import House from 'lucide-react/icons/house';
import Mail from 'lucide-react/icons/mail';
import Search from 'lucide-react/icons/search';
import type { LucideIcon } from 'lucide-react';
import type { MessageKey } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import type { UnreadCounts } from '../../lib/unread.ts';

export interface NavigationEntry {
  label: Exclude<Extract<MessageKey, `shell.${string}`>, 'shell.unread'>;
  icon: LucideIcon;
  to: string;
  /** Other pages that belong to it. */
  parts?: readonly string[];
  /** Whether the page is in the bottom bar of phones, which has room for few. */
  isInBottomBar: boolean;
  /** The unread count to show. */
  unread?: keyof UnreadCounts;
}

/** The pages in the navigation, in this order. */
export const navigationEntries: readonly NavigationEntry[] = [
  {
    label: 'shell.feed',
    icon: House,
    to: paths.feed,
    parts: [paths.lists],
    isInBottomBar: true,
  },
  { label: 'shell.search', icon: Search, to: paths.search, isInBottomBar: true },
  {
    label: 'shell.notifications',
    icon: Bell,
    to: paths.notifications,
    isInBottomBar: true,
    unread: 'notifications',
  },
  {
    label: 'shell.messages',
    icon: Mail,
    to: paths.messages,
    isInBottomBar: true,
    unread: 'messages',
  },
  { label: 'shell.likes', icon: Heart, to: paths.likes, isInBottomBar: false },
  { label: 'shell.myPosts', icon: FileText, to: paths.myPosts, isInBottomBar: false },
  { label: 'shell.bookmarks', icon: Bookmark, to: paths.bookmarks, isInBottomBar: false },
];
