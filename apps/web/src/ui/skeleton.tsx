import { classNames } from '../lib/class-names.ts';

/** A gray placeholder for loading content. `className` sets its size and, unless it replaces text, its radius. */
export function Skeleton({ className = '' }: { className?: string }) {
  // If there were two classes for the radius, their order in the style sheet would decide.
  const hasRadius = className.includes('rounded-');
  return (
    <div
      aria-hidden
      className={classNames('animate-pulse bg-skeleton', !hasRadius && 'rounded-sm', className)}
    />
  );
}
