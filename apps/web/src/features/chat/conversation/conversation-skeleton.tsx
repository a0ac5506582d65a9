import { Skeleton } from '../../../ui/skeleton.tsx';
import { t } from '../../../i18n/index.ts';

const bubbles = [
  'h-10 w-48',
  'h-16 w-64',
  'h-10 w-40 self-end',
  'h-10 w-56 self-end',
  'h-10 w-52',
  'h-16 w-60 self-end',
];

/** The loading state of a conversation. */
export function ConversationSkeleton() {
  return (
    <div
      role="status"
      aria-label={t('chat.conversationLoading')}
      className="flex grow flex-col justify-end gap-3 px-4 pb-20"
    >
      {bubbles.map((shape) => (
        <Skeleton key={shape} className={`rounded-[1.25rem] ${shape}`} />
      ))}
    </div>
  );
}
