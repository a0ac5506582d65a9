const events = ['pointerover', 'focusin'] as const;

/**
 * Calls the listener with the pathname of each internal link that gets the pointer or the focus, or
 * of the thread of a card. Returns a function to unsubscribe.
 */
export function onLinkIntent(onIntent: (pathname: string) => void): () => void {
  let lastLink: Element | null = null;
  const handleEvent = ({ target }: Event) => {
    const link = target instanceof Element ? linkAt(target) : null;
    if (!link || link === lastLink) return;
    lastLink = link;
    if (link.origin === window.location.origin) onIntent(link.pathname);
  };
  for (const event of events) document.addEventListener(event, handleEvent, { passive: true });
  return () => {
    for (const event of events) document.removeEventListener(event, handleEvent);
  };
}

function linkAt(target: Element): HTMLAnchorElement | null {
  const link = target.closest<HTMLAnchorElement>('a[href]');
  return link ?? target.closest('article')?.querySelector('a[href^="/thread/"]') ?? null;
}
