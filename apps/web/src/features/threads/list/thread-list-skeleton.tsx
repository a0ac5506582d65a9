import { listSkeletonCount } from '@skein/contracts/limits';

const indexes = Array.from({ length: listSkeletonCount }, (_, index) => index);

/** Placeholder while the first page loads. Screen readers announce `text`. */
export function ThreadListSkeleton({ text }: { text: string }) {
  return (
    <div>
      <p role="status" className="sr-only">
        {text}
      </p>
      {indexes.map((index) => (
        <ThreadCardSkeleton key={index} />
      ))}
    </div>
  );
}

/** Placeholder with the shape of a card with two lines of text. */
export function ThreadCardSkeleton() {
  return (
    <div
      aria-hidden="true"
      className="grid animate-pulse grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 border-b border-line px-4 py-card"
    >
      <div className="size-10 rounded-full bg-skeleton" />
      <div>
        <Bar className="w-40" />
        <Bar className="w-full" />
        <Bar className="w-3/4" />
        <Bar className="mt-2.5 w-28" />
      </div>
    </div>
  );
}

function Bar({ className }: { className: string }) {
  return (
    <div className={`flex h-5.5 items-center ${className}`}>
      <div className="h-3 w-full rounded-sm bg-skeleton" />
    </div>
  );
}
