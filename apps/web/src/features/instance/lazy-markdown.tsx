import { lazy, Suspense } from 'react';
import { TextSkeleton } from './text-skeleton.tsx';

/** Loads the parser, so that a text with content below it does not move that content. */
export const loadMarkdown = async () => ({ default: (await import('./markdown.tsx')).Markdown });

const Markdown = lazy(loadMarkdown);

/** Loads the parser with the first text. */
export function LazyMarkdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<TextSkeleton />}>
      <Markdown text={text} />
    </Suspense>
  );
}
