import { classNames } from '../lib/class-names.ts';

/** A gray placeholder for loading content. `className` sets its size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={classNames('animate-pulse rounded-sm bg-skeleton', className)} />
  );
}
