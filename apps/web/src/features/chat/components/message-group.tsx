import { CheckCheck } from 'lucide-react';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../lib/i18n/index.ts';
import { formatFullTime } from '../../../lib/relative-time.ts';
import type { Person } from '@skein/contracts/users';
import { formatClock } from '../model/day-label.ts';
import type { LogEntry, LogGroup } from '../model/log-entries.ts';
import { MessageRow } from './message-row.tsx';

interface MessageGroupProps {
  group: LogGroup;
  partner: Person;
  /** The last of all messages, if it stands here. */
  lastEntry: LogEntry | undefined;
  seenUpTo: string | null;
  onMenu: (button: HTMLElement, entry: LogEntry) => void;
  onCancel: (clientMessageId: string) => void;
}

/** What one person said in one go: their own on the right, the other's on the left. */
export function MessageGroup(props: MessageGroupProps) {
  const { group, partner, lastEntry, seenUpTo, onMenu, onCancel } = props;
  const { entries } = group;
  const last = entries.at(-1);
  if (!last) return null;
  const isOwn = group.senderId !== partner.id;
  const { createdAt } = last.message;
  return (
    <li className={classNames('flex gap-2', isOwn && 'justify-end')}>
      {!isOwn && (
        <Avatar
          name={partner.name}
          picture={partner.picture}
          size="xs"
          className="mb-5.5 self-end max-sm:hidden"
        />
      )}
      <div className="flex min-w-0 grow flex-col gap-0.5">
        <p className="sr-only">{isOwn ? t('chat.you') : partner.name}</p>
        {entries.map((entry, index) => (
          <MessageRow
            key={entry.key}
            entry={entry}
            isOwn={isOwn}
            isFirst={index === 0}
            isLast={index === entries.length - 1}
            isTabStop={entry === lastEntry}
            onMenu={onMenu}
            onCancel={onCancel}
          />
        ))}
        <p
          className={classNames(
            'flex h-5 items-center gap-1 px-1 text-xs text-muted tabular-nums',
            isOwn && 'justify-end',
          )}
        >
          <time dateTime={createdAt} data-tooltip={formatFullTime(createdAt)}>
            {formatClock(createdAt)}
          </time>
          {isOwn && last === lastEntry && <Fate entry={last} seenUpTo={seenUpTo} />}
        </p>
      </div>
    </li>
  );
}

/** What has become of the last message, if it is one's own. */
function Fate({ entry, seenUpTo }: { entry: LogEntry; seenUpTo: string | null }) {
  const { message, outgoing } = entry;
  if (message.isDeleted) return null;
  if (outgoing !== null) return <span>· {t('chat.sending')}</span>;
  const isSeen = message.isRead || (seenUpTo !== null && message.id <= seenUpTo);
  if (!isSeen) return <span>· {t('chat.sent')}</span>;
  return (
    <span className="flex items-center gap-0.5 text-accent">
      <CheckCheck size={14} aria-hidden />
      {t('chat.seen')}
    </span>
  );
}
