import MessageSquareOff from 'lucide-react/icons/message-square-off';
import { t } from '../../../i18n/index.ts';
import type { ListItemProps } from '../list/thread-list-cards.tsx';

interface ThreadStubProps extends Partial<ListItemProps> {
  /** False if the thread exists but the viewer may not see it. */
  isDeleted: boolean;
}

/** Placeholder for a thread that cannot be shown. */
export function ThreadStub({ isDeleted, position, tabIndex, onFocus }: ThreadStubProps) {
  const text = t(isDeleted ? 'thread.deleted' : 'thread.unavailable');
  return (
    // The focus handler only observes, as on a card.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      tabIndex={tabIndex}
      onFocus={onFocus}
      aria-label={text}
      aria-posinset={position}
      aria-setsize={position && -1}
      className="flex items-center gap-3 border-b border-line px-4 py-card text-muted focus-visible:-outline-offset-2"
    >
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-sunken">
        <MessageSquareOff aria-hidden="true" className="size-5" />
      </span>
      {isDeleted ? (
        <span className="min-w-0">
          <span className="block truncate font-semibold text-ink">{t('user.unknown')}</span>
          {text}
        </span>
      ) : (
        text
      )}
    </article>
  );
}
