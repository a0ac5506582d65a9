import type { ChatMessage } from '@skein/contracts/chat';
import { lazy, Suspense } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { isEmojiOnly } from '../../../lib/emoji-only.ts';
import { t } from '../../../i18n/index.ts';
import type { GroupedEntry } from '../conversation/log-entries.ts';
import { useConversationState, useConversationStore } from '../conversation/use-conversation.ts';
import { EditedLabel } from './delivery-status.tsx';
import { MessageMedia } from './message-media.tsx';
import { messagePreview } from './message-preview.ts';
import { MessageText } from './message-text.tsx';

const OutgoingFiles = lazy(async () => ({
  default: (await import('./outgoing-files.tsx')).OutgoingFiles,
}));

const MessageGallery = lazy(async () => ({
  default: (await import('./message-gallery.tsx')).MessageGallery,
}));

const LinkCard = lazy(async () => ({
  default: (await import('../../threads/card/link-card.tsx')).LinkCard,
}));

const SharedThread = lazy(async () => ({
  default: (await import('./shared-thread.tsx')).SharedThread,
}));

interface MessageContentProps {
  entry: GroupedEntry;
  isOwn: boolean;
}

/** The text and media of a message. */
export function MessageContent({ entry, isOwn }: MessageContentProps) {
  const store = useConversationStore();
  const { message, outgoing } = entry;
  const { content } = message;
  // The files of a request are shown only on demand.
  const isCovered = useConversationState((state) => state.isRequest) && !isOwn;
  if (isWithheld(message)) {
    return <Placeholder text={messagePreview(message)} />;
  }
  return (
    <div
      className={classNames(
        'flex max-w-full min-w-0 flex-col gap-0.5',
        isOwn ? 'items-end' : 'items-start',
        outgoing !== null && 'opacity-70',
      )}
    >
      {outgoing && outgoing.attachments.length > 0 && (
        <Suspense fallback={<div className="h-48" />}>
          <OutgoingFiles
            attachments={outgoing.attachments}
            progress={outgoing.progress}
            onCancel={() => store.cancelSending(outgoing.clientMessageId)}
          />
        </Suspense>
      )}
      <MessageFiles message={message} isCovered={isCovered} />
      <SharedThreadCard message={message} isPictureHidden={isCovered} />
      {content !== '' && <Bubble entry={entry} isOwn={isOwn} />}
      <MessageLinkCard message={message} isCovered={isCovered} />
      <EditedNote entry={entry} />
    </div>
  );
}

const isWithheld = ({ isDeleted, isHidden }: ChatMessage) => isDeleted || isHidden;

/** The status below a group contains the label of its last message. */
function EditedNote({ entry: { isLast, message } }: Pick<MessageContentProps, 'entry'>) {
  if (message.editedAt === null || isLast) return null;
  return (
    <p className="px-1 text-xs text-muted">
      <EditedLabel editedAt={message.editedAt} />
    </p>
  );
}

/** The files of a message: a grid of several, or the only one. */
function MessageFiles({ message, isCovered }: { message: ChatMessage; isCovered: boolean }) {
  const { content, media, attachments, senderId } = message;
  if (attachments.length > 1) {
    return (
      <Suspense fallback={<div className="mt-2.5 aspect-16/10 w-72 max-w-full" />}>
        <MessageGallery files={attachments} isCovered={isCovered} />
      </Suspense>
    );
  }
  return (
    media !== null && (
      <MessageMedia
        media={media}
        senderId={senderId}
        isCovered={isCovered}
        fallback={content === '' && <Placeholder text={t('chat.brokenFile')} />}
      />
    )
  );
}

interface SharedThreadCardProps {
  message: ChatMessage;
  isPictureHidden: boolean;
}

function SharedThreadCard({ message, isPictureHidden }: SharedThreadCardProps) {
  const { sharedThreadId } = message;
  return (
    sharedThreadId !== null && (
      <Suspense fallback={<div className="h-28 w-72 max-w-full" />}>
        <SharedThread threadId={sharedThreadId} isPictureHidden={isPictureHidden} />
      </Suspense>
    )
  );
}

/** The page of the first link. The placeholder has its size, so that the messages do not move. */
function MessageLinkCard({
  message: { card },
  isCovered,
}: {
  message: ChatMessage;
  isCovered: boolean;
}) {
  if (card === null) return null;
  const shown = isCovered ? { ...card, image: null } : card;
  return (
    <div className="w-72 max-w-full">
      <Suspense
        fallback={<div className={shown.image ? 'mt-2.5 mb-22 aspect-[1.91]' : 'mt-2.5 h-22'} />}
      >
        <LinkCard card={shown} />
      </Suspense>
    </div>
  );
}

/** Replaces deleted or broken content. */
function Placeholder({ text }: { text: string }) {
  return (
    <p className="rounded-[1.25rem] border border-line px-3.5 py-2 text-sm text-muted italic">
      {text}
    </p>
  );
}

function Bubble({ entry, isOwn }: Pick<MessageContentProps, 'entry' | 'isOwn'>) {
  const { content } = entry.message;
  if (isEmojiOnly(content)) return <p className="px-1 text-[2.5rem] leading-tight">{content}</p>;
  return (
    <div className={isOwn ? ownBubble(entry) : otherBubble(entry)}>
      <MessageText content={content} />
    </div>
  );
}

type GroupPosition = Pick<GroupedEntry, 'isFirst' | 'isLast'>;

const bubbleClass = 'w-fit rounded-[1.25rem] px-3.5 py-2 forced-colors:border';

// The bubbles of a group have smaller corners where they meet.
const ownBubble = ({ isFirst, isLast }: GroupPosition) =>
  classNames(
    bubbleClass,
    'bg-accent text-on-accent',
    !isFirst && 'rounded-tr-sm',
    !isLast && 'rounded-br-sm',
  );

const otherBubble = ({ isFirst, isLast }: GroupPosition) =>
  classNames(
    bubbleClass,
    'bg-pressed text-ink',
    !isFirst && 'rounded-tl-sm',
    !isLast && 'rounded-bl-sm',
  );
