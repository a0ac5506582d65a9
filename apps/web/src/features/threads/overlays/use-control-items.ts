import { useQuery, useQueryClient } from '@tanstack/react-query';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import MessageCircle from 'lucide-react/icons/message-circle';
import Pin from 'lucide-react/icons/pin';
import PinOff from 'lucide-react/icons/pin-off';
import Unlink from 'lucide-react/icons/unlink';
import { t } from '../../../i18n/index.ts';
import type { MenuItem } from '../../../ui/menu-item.ts';
import { profileQuery } from '../../users/profile.queries.ts';
import { setPinned, setReplyHidden } from './author-control.mutation.ts';
import { openCardOverlay } from './card-overlay.ts';
import type { AnchoredOverlay } from './card-overlay.ts';

/** The items with which a user controls their own thread. */
export function useOwnControlItems(
  { thread, screen }: AnchoredOverlay,
  isAuthor: boolean,
): MenuItem[] {
  const client = useQueryClient();
  const isPinnable = isAuthor && thread.threadType !== 'reply';
  const { data: profile } = useQuery({
    ...profileQuery(thread.userId ?? ''),
    enabled: isPinnable,
  });
  if (!isAuthor) return [];
  const audience: MenuItem = {
    label: t('control.audience'),
    icon: MessageCircle,
    onSelect: () => openCardOverlay({ kind: 'audience', thread, screen }),
  };
  if (!isPinnable) return [audience];
  const isPinned = profile?.pinnedThreadId === thread.id;
  const replaces = profile !== undefined && profile.pinnedThreadId !== null && !isPinned;
  return [
    {
      label: t(isPinned ? 'control.unpin' : 'control.pin'),
      icon: isPinned ? PinOff : Pin,
      isDisabled: profile === undefined,
      onSelect: () => {
        if (replaces) openCardOverlay({ kind: 'replace-pin', thread, screen });
        else void setPinned(client, thread, !isPinned);
      },
    },
    audience,
  ];
}

/** The items with which a user controls what others attach to their threads. */
export function useResponseItems({ thread, screen }: AnchoredOverlay, viewerId?: string) {
  const client = useQueryClient();
  const { isHidden, canHide, quotedThread } = thread;
  const items: MenuItem[] = [];
  if (canHide) {
    items.push({
      label: t(isHidden ? 'control.showReply' : 'control.hideReply'),
      icon: isHidden ? Eye : EyeOff,
      onSelect: () => void setReplyHidden(client, thread, !isHidden),
    });
  }
  if (quotedThread !== null && quotedThread.userId === viewerId) {
    items.push({
      label: t('control.detach'),
      icon: Unlink,
      onSelect: () => openCardOverlay({ kind: 'detach', thread, screen }),
    });
  }
  return items;
}
