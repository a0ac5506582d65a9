import type { Thread } from '@skein/contracts/threads';
import { Avatar } from '../../../ui/avatar.tsx';
import { t } from '../../../i18n/index.ts';
import { ThreadByline } from '../../threads/card/thread-byline.tsx';
import { TextSegments } from '../../threads/card/thread-text.tsx';

/** What is being answered, tied by a line to the answer below. Its links lead nowhere. */
export function AnsweredThread({ thread }: { thread: Thread }) {
  const name = thread.userName ?? t('user.unknown');
  return (
    <div className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 px-4 pt-4">
      <p className="sr-only">{t('quote.quoted', { name, text: thread.content })}</p>
      <div inert className="flex flex-col items-center">
        <Avatar name={thread.userName ?? ''} picture={thread.userPicture} />
        <span aria-hidden className="mt-2 -mb-2 w-0.5 grow rounded-full bg-line" />
      </div>
      <div inert className="min-w-0 pb-2">
        <ThreadByline thread={thread} />
        <p dir="auto" className="line-clamp-4 wrap-anywhere whitespace-pre-line">
          <TextSegments content={thread.content} mentions={thread.mentions} />
        </p>
      </div>
    </div>
  );
}
