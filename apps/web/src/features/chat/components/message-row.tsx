import { MoreHorizontal } from 'lucide-react';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../lib/i18n/index.ts';
import type { LogEntry } from '../model/log-entries.ts';
import { MessageMedia } from './message-media.tsx';
import { MessageText } from './message-text.tsx';
import { OutgoingFile } from './outgoing-file.tsx';

interface MessageRowProps {
  entry: LogEntry;
  isOwn: boolean;
  /** Where it stands in its group, which rounds its corners. */
  isFirst: boolean;
  isLast: boolean;
  /** Whether it is the one of all messages that the Tab key comes to. */
  isTabStop: boolean;
  onMenu: (button: HTMLElement, entry: LogEntry) => void;
  onCancel: (clientMessageId: string) => void;
}

/** One message, and the button to what one can do with it. */
export function MessageRow(props: MessageRowProps) {
  const { entry, isOwn, isTabStop, onMenu } = props;
  const hasMenu = entry.outgoing === null && !entry.message.isDeleted;
  return (
    <div
      data-message
      className={classNames('group/message flex items-center gap-1', isOwn && 'flex-row-reverse')}
    >
      <Content {...props} />
      {hasMenu && (
        <button
          type="button"
          data-message-menu
          tabIndex={isTabStop ? 0 : -1}
          aria-label={t('chat.menu')}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => onMenu(currentTarget, entry)}
          className="grid size-8 shrink-0 place-items-center rounded-full text-muted opacity-0 transition-opacity group-hover/message:opacity-100 hover:bg-hover hover:text-ink focus-visible:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-60"
        >
          <MoreHorizontal size={18} aria-hidden />
        </button>
      )}
    </div>
  );
}

type Place = Pick<MessageRowProps, 'isFirst' | 'isLast'>;

const bubbleClass = 'w-fit rounded-[1.25rem] px-3.5 py-2';

const ownBubble = ({ isFirst, isLast }: Place) =>
  classNames(
    bubbleClass,
    'bg-accent text-on-accent',
    !isFirst && 'rounded-tr-sm',
    !isLast && 'rounded-br-sm',
  );

const othersBubble = ({ isFirst, isLast }: Place) =>
  classNames(
    bubbleClass,
    'bg-pressed text-ink',
    !isFirst && 'rounded-tl-sm',
    !isLast && 'rounded-bl-sm',
  );

function Content({ entry, isOwn, onCancel, ...place }: MessageRowProps) {
  const { message, outgoing } = entry;
  const { content, isDeleted, media } = message;
  if (isDeleted) {
    return (
      <p className="rounded-[1.25rem] border border-line px-3.5 py-2 text-sm text-muted italic">
        {t('chat.unsent')}
      </p>
    );
  }
  return (
    <div
      className={classNames(
        'flex max-w-[85%] min-w-0 flex-col gap-0.5 sm:max-w-[75%]',
        isOwn ? 'items-end' : 'items-start',
        outgoing !== null && 'opacity-70',
      )}
    >
      {outgoing?.attachment && (
        <OutgoingFile
          attachment={outgoing.attachment}
          progress={outgoing.progress}
          onCancel={() => onCancel(outgoing.clientMessageId)}
        />
      )}
      {media !== null && <MessageMedia media={media} />}
      {content !== '' && (
        <div className={isOwn ? ownBubble(place) : othersBubble(place)}>
          <MessageText content={content} />
        </div>
      )}
    </div>
  );
}
