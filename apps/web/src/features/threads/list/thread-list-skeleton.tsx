import { listSkeletonCount } from '@skein/contracts/limits';
import { ThreadCardSkeleton } from './thread-card-skeleton.tsx';

const places = Array.from({ length: listSkeletonCount }, (_, index) => index);

/** A list while its first page is on the way; `text` tells it to screen readers. */
export function ThreadListSkeleton({ text }: { text: string }) {
  return (
    <div>
      <p role="status" className="sr-only">
        {text}
      </p>
      {places.map((place) => (
        <ThreadCardSkeleton key={place} />
      ))}
    </div>
  );
}
