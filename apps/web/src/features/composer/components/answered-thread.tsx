import type { Thread } from '@skein/contracts/threads';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { ThreadByline } from '../../threads/components/thread-byline.tsx';
import { Segments } from '../../threads/components/thread-text.tsx';

/** What is being answered, tied by a line to the answer below. */
export function AnsweredThread({ thread }: { thread: Thread }) {
  return (
    <div className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 px-4 pt-4">
      <div className="flex flex-col items-center">
        <Avatar name={thread.userName ?? ''} picture={thread.userPicture} />
        <span aria-hidden className="mt-2 -mb-2 w-0.5 grow rounded-full bg-line" />
      </div>
      <div className="min-w-0 pb-2">
        <ThreadByline thread={thread} />
        <p dir="auto" className="line-clamp-4 wrap-anywhere whitespace-pre-line">
          <Segments content={thread.content} mentions={thread.mentions} />
        </p>
      </div>
    </div>
  );
}
