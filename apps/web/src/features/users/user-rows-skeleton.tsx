import { listSkeletonCount } from '@skein/contracts/limits';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The loading state of a user list. `text` is its accessible name. */
export function UserRowsSkeleton({ text }: { text: string }) {
  return (
    <div role="status" aria-label={text}>
      {Array.from({ length: listSkeletonCount }, (_, index) => (
        <div key={index} className="flex gap-3 border-b border-line p-4">
          <Skeleton className="size-10 rounded-full" />
          <div className="flex grow flex-col gap-2 pt-1">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-3 w-24" />
          </div>
        </div>
      ))}
    </div>
  );
}
