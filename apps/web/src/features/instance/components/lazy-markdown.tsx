import { TextSkeleton } from './text-skeleton.tsx';
import { lazyComponent } from '../../../lib/lazy-component.tsx';

const Markdown = lazyComponent(async () => (await import('./markdown.tsx')).Markdown);

/** Loads the parser with the first text. */
export function LazyMarkdown({ text }: { text: string }) {
  return <Markdown text={text} fallback={<TextSkeleton />} />;
}
