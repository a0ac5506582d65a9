import { listSkeletonCount } from '@skein/contracts/limits';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** The loading state of a list of chats. `text` is its accessible name. */
export function ChatRowsSkeleton({ text }: { text: string }) {
  return (
    <div role="status" aria-label={text}>
      {Array.from({ length: listSkeletonCount }, (_, index) => (
        <div key={index} className="flex items-center gap-3 px-4 py-card">
          <Skeleton className="size-11 rounded-full" />
          <div className="flex grow flex-col gap-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-3 w-44" />
          </div>
        </div>
      ))}
    </div>
  );
}
