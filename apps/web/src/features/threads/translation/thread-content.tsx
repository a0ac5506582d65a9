import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import type { Thread } from '@skein/contracts/threads';
import { withMessages } from '../../../i18n/load-messages.ts';
import { canTranslate } from './can-translate.ts';

const TranslatableContent = lazy(() =>
  withMessages(
    async () => ({ default: (await import('./translatable-content.tsx')).TranslatableContent }),
    'translation',
  ),
);

interface ThreadContentProps {
  thread: Thread;
  /** Renders the original or the translated text. */
  render: (text: Pick<Thread, 'content' | 'language'>, isTranslated: boolean) => ReactNode;
}

/** The text of a thread. One in another language can be translated if there is a service for it. */
export function ThreadContent({ thread, render }: ThreadContentProps) {
  const original = render(thread, false);
  if (!canTranslate(thread)) return original;
  // The button has the same height.
  const placeholder = (
    <>
      {original}
      <p className="mt-1 h-6 pointer-coarse:h-10" />
    </>
  );
  return (
    <Suspense fallback={placeholder}>
      <TranslatableContent thread={thread} render={render} />
    </Suspense>
  );
}
