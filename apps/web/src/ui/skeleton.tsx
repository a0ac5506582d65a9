import { classNames } from '../lib/class-names.ts';

/** A grey shape of the size that `className` gives, where content is on its way. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={classNames('animate-pulse rounded-sm bg-skeleton', className)} />
  );
}
