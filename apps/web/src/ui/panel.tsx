import { useId } from 'react';
import type { ReactNode } from 'react';

/** A titled box in the side column. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="rounded-lg border border-line p-4">
      <h2 id={headingId} className="pb-3 font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}
