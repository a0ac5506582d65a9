import MoreHorizontal from 'lucide-react/icons/ellipsis';
import type { User } from '@skein/contracts/users';
import { Avatar } from '../../../ui/avatar.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../i18n/index.ts';
import type { LogEntry, GroupedEntry } from '../conversation/log-entries.ts';
import { MessageContent } from './message-content.tsx';
import { DeliveryStatus } from './delivery-status.tsx';

interface MessageRowProps {
  entry: GroupedEntry;
  isOwn: boolean;
  partner: User;
  /** The newest message shows its delivery status and is the one in the tab order. */
  /** Whether the partner's files are shown only on request. */
  isMediaCovered: boolean;
  isNewest: boolean;
  seenUpTo: string | null;
  onMenu: (button: HTMLElement, entry: LogEntry) => void;
  onCancel: (clientMessageId: string) => void;
}

/** One message: the viewer's on the right, the partner's on the left, a time below each group. */
export function MessageRow(props: MessageRowProps) {
  'use memo';
  const { entry, isOwn, partner, isNewest, seenUpTo, onMenu, onCancel } = props;
  const { isLast, message } = entry;
  const hasMenu = entry.outgoing === null && !message.isDeleted;
  return (
    <li data-message className={isLast ? 'pb-1' : 'pb-0.5'}>
      <p className="sr-only">{isOwn ? t('chat.you') : partner.name}</p>
      <div
        // Focusable, so that a tap shows the button.
        tabIndex={-1}
        className={classNames(
          'group/message flex items-center gap-1 outline-none',
          isOwn && 'flex-row-reverse',
        )}
      >
        {!isOwn && <PartnerAvatar partner={partner} isShown={isLast} />}
        <MessageContent
          entry={entry}
          isOwn={isOwn}
          isMediaCovered={props.isMediaCovered}
          onCancel={onCancel}
        />
        {hasMenu && (
          <button
            type="button"
            data-message-menu
            tabIndex={isNewest ? 0 : -1}
            aria-label={t('chat.menu')}
            aria-haspopup="menu"
            onClick={({ currentTarget }) => onMenu(currentTarget, entry)}
            className="grid size-8 shrink-0 place-items-center rounded-full text-muted opacity-0 transition-opacity group-focus-within/message:pointer-events-auto group-focus-within/message:opacity-100 group-hover/message:opacity-100 hover:bg-hover hover:text-ink aria-expanded:opacity-100 pointer-coarse:pointer-events-none"
          >
            <MoreHorizontal size={18} aria-hidden />
          </button>
        )}
      </div>
      {isLast && (
        <DeliveryStatus entry={entry} isOwn={isOwn} isNewest={isNewest} seenUpTo={seenUpTo} />
      )}
    </li>
  );
}

/** Beside the last message of a group. Hidden on phones. */
function PartnerAvatar({ partner, isShown }: { partner: User; isShown: boolean }) {
  return (
    <span className="mr-1 size-6 shrink-0 self-end max-sm:hidden">
      {isShown && <Avatar name={partner.name} picture={partner.picture} size="xs" />}
    </span>
  );
}
