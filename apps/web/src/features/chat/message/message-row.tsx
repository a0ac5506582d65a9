import MoreHorizontal from 'lucide-react/icons/ellipsis';
import SmilePlus from 'lucide-react/icons/face-slightly-smiling-plus';
import Reply from 'lucide-react/icons/reply';
import type { MouseEvent } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../i18n/index.ts';
import { useMemberTexts } from '../conversation/member-texts.ts';
import {
  useConversation,
  useConversationState,
  useConversationStore,
} from '../conversation/use-conversation.ts';
import type { LogEntry, GroupedEntry } from '../conversation/log-entries.ts';
import { useLongPress } from '../../threads/engagement/use-long-press.ts';
import { MessageContent } from './message-content.tsx';
import { MessageQuote } from './message-quote.tsx';
import { MessageReactions } from './message-reactions.tsx';
import { preloadReactionBar, untilNextPress } from './reaction-bar-host.tsx';
import type { OpenReactionBar } from './reaction-bar-host.tsx';
import { DeliveryStatus } from './delivery-status.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';

const actionClass =
  'grid size-8 shrink-0 place-items-center rounded-full text-muted opacity-0 transition-opacity group-focus-within/message:pointer-events-auto group-focus-within/message:opacity-100 group-hover/message:opacity-100 hover:bg-hover hover:text-ink aria-expanded:opacity-100 pointer-coarse:pointer-events-none';

interface MessageRowProps {
  entry: GroupedEntry;
  isOwn: boolean;
  /** The newest message shows its delivery status. */
  isNewest: boolean;
  onMenu: (button: HTMLElement, entry: LogEntry) => void;
  onShowQuoted: (messageId: string) => void;
  onReactionBar: OpenReactionBar;
}

/** One message: the viewer's on the right, those of others on the left, a time below each group. */
export function MessageRow(props: MessageRowProps) {
  const { entry, isOwn, isNewest } = props;
  const { renderEvent } = useMemberTexts();
  const { isLast, message } = entry;
  const isUndelivered = useConversationState(({ undeliveredIds }) =>
    undeliveredIds.has(message.id),
  );
  if (message.messageType === 'system')
    return <li data-message={message.id}>{renderEvent(message)}</li>;
  const isSent = entry.outgoing === null && !message.isDeleted;
  return (
    <li
      data-message={message.id}
      className={`-mx-3 rounded-md px-3 transition duration-700 data-marked:bg-match data-marked:shadow-[0_-0.25rem_0_var(--color-match)] sm:-mx-4 sm:px-4 ${isLast ? 'pb-1' : 'pb-0.5'}`}
    >
      <SenderName {...props} />
      <div
        // Focusable, so that a tap shows the button.
        tabIndex={-1}
        className={classNames(
          'group/message flex items-center gap-1 outline-none',
          isOwn && 'flex-row-reverse',
        )}
      >
        {!isOwn && <SenderAvatar {...props} />}
        <MessageBody {...props} isSent={isSent} />
        {isSent && <MessageActions {...props} />}
      </div>
      {(isLast || isUndelivered) && (
        <DeliveryStatus
          entry={entry}
          isOwn={isOwn}
          isNewest={isNewest}
          isUndelivered={isUndelivered}
        />
      )}
    </li>
  );
}

/** Visible above the first message of each member of a group. */
function SenderName({ entry, isOwn }: MessageRowProps) {
  const { kind } = useConversation();
  const isShown = kind === 'group' && !isOwn && entry.isFirst;
  return (
    <p
      className={
        isShown ? 'truncate px-3.5 pb-0.5 text-xs font-semibold text-muted ml-8' : 'sr-only'
      }
    >
      {isOwn ? t('chat.you') : entry.message.senderName}
    </p>
  );
}

/** The content with its reactions. A long press opens the reaction bar. */
function MessageBody(props: MessageRowProps & { isSent: boolean }) {
  const { entry, isOwn, isSent, onReactionBar } = props;
  const { message } = entry;
  const longPress = useLongPress((anchor) => onReactionBar(anchor, message, untilNextPress()));
  const canReact = useConversationState((state) => state.canReact) && isSent;
  return (
    <div
      className={classNames(
        'flex max-w-[85%] min-w-0 flex-col gap-1 sm:max-w-[75%]',
        canReact && 'pointer-coarse:select-none',
        isOwn ? 'items-end' : 'items-start',
      )}
      {...(canReact && touchHandlers(longPress))}
    >
      {message.replyTo !== null && !message.isDeleted && (
        <MessageQuote quoted={message.replyTo} onShow={props.onShowQuoted} />
      )}
      <MessageContent entry={entry} isOwn={isOwn} />
      {isSent && message.reactions.length > 0 && <MessageReactions message={message} />}
    </div>
  );
}

/** The buttons of a message, shown while the pointer or the focus is in its row. */
function MessageActions({ entry, onReactionBar, onMenu }: MessageRowProps) {
  const store = useConversationStore();
  const canReact = useConversationState((state) => state.canReact);
  const canWrite = useConversationState((state) => state.canWrite);
  return (
    <>
      {canReact && (
        <Tooltip text={t('chat.react')}>
          <button
            type="button"
            aria-label={t('chat.react')}
            aria-haspopup="dialog"
            onPointerEnter={preloadReactionBar}
            onFocus={preloadReactionBar}
            onClick={({ currentTarget }) => onReactionBar(currentTarget, entry.message, () => true)}
            className={`${actionClass} pointer-coarse:hidden`}
          >
            <SmilePlus className="size-4.5" aria-hidden />
          </button>
        </Tooltip>
      )}
      {canWrite && (
        <Tooltip text={t('chat.reply')}>
          <button
            type="button"
            aria-label={t('chat.reply')}
            onClick={() => store.replyTo(entry.message)}
            className={`${actionClass} pointer-coarse:hidden`}
          >
            <Reply className="size-4.5" aria-hidden />
          </button>
        </Tooltip>
      )}
      <button
        type="button"
        data-message-menu
        aria-label={t('chat.menu')}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => onMenu(currentTarget, entry)}
        className={actionClass}
      >
        <MoreHorizontal className="size-4.5" aria-hidden />
      </button>
    </>
  );
}

/** A long press opens the reactions. With a mouse, text can be selected as usual. */
function touchHandlers({ handlers, hasOpened }: ReturnType<typeof useLongPress>) {
  return {
    ...handlers,
    onContextMenu: (event: MouseEvent) => {
      if (hasOpened()) event.preventDefault();
    },
    // The end of the long press must not open a link or picture.
    onClickCapture: (event: MouseEvent) => {
      if (!hasOpened()) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

/** Beside the last message of a sender. Phones show it only in groups. */
function SenderAvatar({ entry }: MessageRowProps) {
  const { kind } = useConversation();
  const { senderName, senderAvatar } = entry.message;
  return (
    <span
      className={classNames('mr-1 size-6 shrink-0 self-end', kind === 'direct' && 'max-sm:hidden')}
    >
      {entry.isLast && <Avatar name={senderName} picture={senderAvatar} size="xs" />}
    </span>
  );
}
