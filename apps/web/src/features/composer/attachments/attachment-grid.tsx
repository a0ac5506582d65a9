import type { ComponentProps } from 'react';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** The grid of the tiles of attached files. */
export function AttachmentGrid(props: ComponentProps<'ul'>) {
  return (
    <ul {...props} className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2" />
  );
}

/** Reserves the space of tiles whose files are being loaded. */
export function TilePlaceholders({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <li key={index} aria-hidden>
      <Skeleton className="aspect-square rounded-md" />
    </li>
  ));
}
