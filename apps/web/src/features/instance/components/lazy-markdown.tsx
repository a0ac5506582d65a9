import { lazy, Suspense } from 'react';
import { TextSkeleton } from './text-skeleton.tsx';

const Markdown = lazy(async () => ({ default: (await import('./markdown.tsx')).Markdown }));

/** Loads the parser with the first text. */
export function LazyMarkdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<TextSkeleton />}>
      <Markdown text={text} />
    </Suspense>
  );
}
