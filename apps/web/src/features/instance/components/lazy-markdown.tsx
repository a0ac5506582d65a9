import { TextSkeleton } from './text-skeleton.tsx';
import { componentOf } from '../../../lib/lazy-component.tsx';
import { createLoader } from '../../../lib/loader.ts';

const loader = createLoader(async () => (await import('./markdown.tsx')).Markdown);

const Markdown = componentOf(loader);

/** Loads the parser, so that a text with content below it does not move that content. */
export const loadMarkdown = loader.load;

/** Loads the parser with the first text. */
export function LazyMarkdown({ text }: { text: string }) {
  return <Markdown text={text} fallback={<TextSkeleton />} />;
}
