import { classNames } from '../lib/class-names.ts';

/** A gray placeholder for loading content. `className` sets its size, and its radius if it is not that of text. */
export function Skeleton({ className = '' }: { className?: string }) {
  // Of two classes for the radius, the order in the style sheet would decide.
  const hasRadius = className.includes('rounded-');
  return (
    <div
      aria-hidden
      className={classNames('animate-pulse bg-skeleton', !hasRadius && 'rounded-sm', className)}
    />
  );
}
