import type { NotificationType } from '@skein/contracts/notifications';
import {
  AtSign,
  ChartBarBig,
  Heart,
  MessageCircle,
  Quote,
  Repeat2,
  SmilePlus,
  UserCheck,
  UserPlus,
} from 'lucide-react';
import { classNames } from '../../../lib/class-names.ts';

const signs = {
  like: { icon: Heart, colour: 'text-like' },
  reaction: { icon: SmilePlus, colour: 'text-warning' },
  reply: { icon: MessageCircle, colour: 'text-info' },
  mention: { icon: AtSign, colour: 'text-info' },
  repost: { icon: Repeat2, colour: 'text-repost' },
  quote: { icon: Quote, colour: 'text-repost' },
  follow: { icon: UserPlus, colour: 'text-accent' },
  follow_request: { icon: UserPlus, colour: 'text-accent' },
  follow_approved: { icon: UserCheck, colour: 'text-accent' },
  poll_ended: { icon: ChartBarBig, colour: 'text-muted' },
} as const satisfies Record<NotificationType, unknown>;

/** What kind of thing has happened, at a glance; the words beside it say it too. */
export function NotificationIcon({ type }: { type: NotificationType }) {
  const { icon: Icon, colour } = signs[type];
  return (
    <Icon
      size={22}
      aria-hidden
      fill={type === 'like' ? 'currentColor' : 'none'}
      className={classNames('shrink-0', colour)}
    />
  );
}
