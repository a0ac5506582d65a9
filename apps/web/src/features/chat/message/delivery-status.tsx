import CheckCheck from 'lucide-react/icons/check-check';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../i18n/index.ts';
import { formatFullTime } from '../../../i18n/relative-time.ts';
import { formatClock } from '../conversation/day-label.ts';
import { useMemberTexts } from '../conversation/member-texts.ts';
import { useConversationState } from '../conversation/use-conversation.ts';
import type { LogEntry } from '../conversation/log-entries.ts';
import { Tooltip } from '../../../ui/tooltip.tsx';

interface DeliveryStatusProps {
  entry: LogEntry;
  isOwn: boolean;
  isNewest: boolean;
  /** The other member's server did not accept the message. */
  isUndelivered: boolean;
}

/**
 * The time of a group of messages. The viewer's newest message also shows Sending, Sent or Seen, and each undelivered one
 * that it was not delivered.
 */
export function DeliveryStatus({ entry, isOwn, isNewest, isUndelivered }: DeliveryStatusProps) {
  const { createdAt, editedAt } = entry.message;
  return (
    <p
      className={classNames(
        'flex h-5 items-center gap-1 px-1 text-xs text-muted tabular-nums',
        isOwn ? 'justify-end' : 'sm:ml-8',
      )}
    >
      {editedAt !== null && <EditedLabel editedAt={editedAt} />}
      <Tooltip text={formatFullTime(createdAt)}>
        <time dateTime={createdAt}>{formatClock(createdAt)}</time>
      </Tooltip>
      {isUndelivered && <span className="text-danger">{t('chat.undelivered')}</span>}
      {isOwn && isNewest && !isUndelivered && <Status entry={entry} />}
    </p>
  );
}

/** Shows the time of the edit in a tooltip. */
export function EditedLabel({ editedAt }: { editedAt: string }) {
  return (
    <Tooltip text={formatFullTime(editedAt)}>
      <span>{t('chat.edited')}</span>
    </Tooltip>
  );
}

function Status({ entry }: Pick<DeliveryStatusProps, 'entry'>) {
  const seenUpTo = useConversationState((state) => state.seenUpTo);
  const { renderReaders } = useMemberTexts();
  const { message, outgoing } = entry;
  if (message.isDeleted) return null;
  if (outgoing !== null) return <span>{t('chat.sending')}</span>;
  const isSeen = message.isRead || (seenUpTo !== null && message.id <= seenUpTo);
  const readers = renderReaders(message);
  if (readers !== null) return readers;
  if (!isSeen) return <span>{t('chat.sent')}</span>;
  return (
    <span className="flex items-center gap-0.5 text-accent">
      <CheckCheck className="size-3.5" aria-hidden />
      {t('chat.seen')}
    </span>
  );
}
