import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import type { Thread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { usePageKey } from '../../../lib/history-layers.tsx';
import { paths } from '../../../lib/paths.ts';
import { ThreadCard } from '../card/thread-card.tsx';
import { ThreadStub } from '../card/thread-stub.tsx';
import { ancestorsQuery } from './ancestors.queries.ts';
import { collapseAncestors } from './collapse-ancestors.ts';

/** The chains that were shown, by the key of the history entry, and whether each is expanded. */
const shownChains = new Map<string, { isExpanded: boolean }>();

// At the text of the cards, right of their pictures.
const rowClass = 'ml-17 flex min-h-11 items-center pr-4 text-sm font-medium text-accent';
const lineClass = 'pointer-events-none absolute -translate-x-1/2 border-l-2 border-line';

/** The chain of threads above a reply. The collapsed middle of a long one expands on request. */
export function Ancestors({ reply }: { reply: Thread }) {
  const { data: ancestors = [] } = useQuery(ancestorsQuery(reply.id));
  const { container, isExpanded, expand } = useShownChain(ancestors.length > 0);
  const { above, hiddenCount, below } = collapseAncestors(ancestors);
  const isCollapsed = hiddenCount > 0 && !isExpanded;
  const first = ancestors[0];
  return (
    <section ref={container} aria-label={t('threadPage.ancestors')}>
      {first && first.threadLevel > 0 && (
        <Link to={paths.thread(first.id)} className={`${rowClass} hover:underline`}>
          {t('threadPage.earlierPosts')}
        </Link>
      )}
      {isCollapsed ? (
        <>
          <Chain ancestors={above} />
          <button type="button" onClick={expand} className={`${rowClass} relative hover:underline`}>
            <span aria-hidden="true" className={`${lineClass} -left-8 inset-y-0 border-dashed`} />
            {t('threadPage.showAncestors', { count: hiddenCount })}
          </button>
          <Chain ancestors={below} />
        </>
      ) : (
        <Chain ancestors={ancestors} />
      )}
    </section>
  );
}

function Chain({ ancestors }: { ancestors: readonly (Thread | null)[] }) {
  return ancestors.map((thread, index) => (
    <div key={thread?.id ?? index} className="group relative [&_article]:border-b-0">
      <span
        aria-hidden="true"
        className={`${lineClass} top-14 -bottom-2 left-9 group-last:bottom-0`}
      />
      {thread === null || thread.isDeleted ? (
        <ThreadStub isDeleted={thread !== null} tabIndex={0} />
      ) : (
        <ThreadCard thread={thread} tabIndex={0} isParentShown={index > 0} />
      )}
    </div>
  ));
}

/**
 * Keeps the reply at its position when the chain appears above it. Going back restores a scroll
 * position that includes the chain.
 */
function useShownChain(isShown: boolean) {
  const key = usePageKey();
  const container = useRef<HTMLElement>(null);
  const [isExpanded, setIsExpanded] = useState(() => shownChains.get(key)?.isExpanded ?? false);
  useLayoutEffect(() => {
    if (!isShown || shownChains.has(key)) return;
    shownChains.set(key, { isExpanded: false });
    window.scrollBy(0, container.current?.offsetHeight ?? 0);
  }, [isShown, key]);
  const expand = () => {
    shownChains.set(key, { isExpanded: true });
    flushSync(() => setIsExpanded(true));
    // The button that had the focus is replaced by the cards.
    container.current?.querySelectorAll('article')[1]?.focus({ preventScroll: true });
  };
  return { container, isExpanded, expand };
}
