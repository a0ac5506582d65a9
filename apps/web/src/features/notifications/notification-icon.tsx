import type { NotificationType } from '@skein/contracts/notifications';
import AtSign from 'lucide-react/icons/at-sign';
import Bell from 'lucide-react/icons/bell';
import ChartBarBig from 'lucide-react/icons/chart-bar-big';
import Flag from 'lucide-react/icons/flag';
import Heart from 'lucide-react/icons/heart';
import MessageCircle from 'lucide-react/icons/message-circle';
import MoveRight from 'lucide-react/icons/move-right';
import Quote from 'lucide-react/icons/quote';
import Repeat2 from 'lucide-react/icons/repeat-2';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import SmilePlus from 'lucide-react/icons/face-slightly-smiling-plus';
import UserCheck from 'lucide-react/icons/user-check';
import UserPlus from 'lucide-react/icons/user-plus';
import { classNames } from '../../lib/class-names.ts';

const icons = {
  like: { icon: Heart, color: 'text-like' },
  reaction: { icon: SmilePlus, color: 'text-warning' },
  reply: { icon: MessageCircle, color: 'text-info' },
  mention: { icon: AtSign, color: 'text-info' },
  repost: { icon: Repeat2, color: 'text-repost' },
  quote: { icon: Quote, color: 'text-repost' },
  follow: { icon: UserPlus, color: 'text-accent' },
  follow_request: { icon: UserPlus, color: 'text-accent' },
  follow_approved: { icon: UserCheck, color: 'text-accent' },
  poll_ended: { icon: ChartBarBig, color: 'text-muted' },
  new_thread: { icon: Bell, color: 'text-accent' },
  moved: { icon: MoveRight, color: 'text-accent' },
  moderation_warning: { icon: ShieldAlert, color: 'text-danger' },
  report_message: { icon: Flag, color: 'text-info' },
} as const satisfies Record<NotificationType, unknown>;

/** The icon of a notification type. Decorative, because the text says the same. */
export function NotificationIcon({ type }: { type: NotificationType }) {
  const { icon: Icon, color } = icons[type];
  return (
    <Icon
      size="1.375rem"
      aria-hidden
      fill={type === 'like' ? 'currentColor' : 'none'}
      className={classNames('shrink-0', color)}
    />
  );
}
