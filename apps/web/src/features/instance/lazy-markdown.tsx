import { lazy } from 'react';

/** Loads the parser with the first text. Suspends until then. */
export const LazyMarkdown = lazy(async () => ({
  default: (await import('./markdown.tsx')).Markdown,
}));
