import { MoreHorizontal } from 'lucide-react';
import type { User } from '@skein/contracts/users';
import { Avatar } from '../../../ui/avatar.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../i18n/index.ts';
import type { LogEntry, PlacedEntry } from '../conversation/log-entries.ts';
import { MessageContent } from './message-content.tsx';
import { DeliveryStatus } from './delivery-status.tsx';

interface MessageRowProps {
  entry: PlacedEntry;
  isOwn: boolean;
  partner: User;
  /** The newest tells what has become of it, and is the one that the Tab key comes to. */
  isNewest: boolean;
  seenUpTo: string | null;
  onMenu: (button: HTMLElement, entry: LogEntry) => void;
  onCancel: (clientMessageId: string) => void;
}

/** One message: one's own on the right, the other's on the left; a time under each few. */
export function MessageRow(props: MessageRowProps) {
  const { entry, isOwn, partner, isNewest, seenUpTo, onMenu, onCancel } = props;
  const { isLast, message } = entry;
  const hasMenu = entry.outgoing === null && !message.isDeleted;
  return (
    <li data-message className={isLast ? 'pb-1' : 'pb-0.5'}>
      <p className="sr-only">{isOwn ? t('chat.you') : partner.name}</p>
      <div
        // A tap on it brings the button forth.
        tabIndex={-1}
        className={classNames(
          'group/message flex items-center gap-1 outline-none',
          isOwn && 'flex-row-reverse',
        )}
      >
        {!isOwn && <Portrait person={partner} isShown={isLast} />}
        <MessageContent entry={entry} isOwn={isOwn} onCancel={onCancel} />
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

/** Beside the last of what somebody said in one go; phones have no room for it. */
function Portrait({ person, isShown }: { person: User; isShown: boolean }) {
  return (
    <span className="mr-1 size-6 shrink-0 self-end max-sm:hidden">
      {isShown && <Avatar name={person.name} picture={person.picture} size="xs" />}
    </span>
  );
}
