const events = ['pointerover', 'focusin'] as const;

/**
 * Tells the pathname of links of this site that the pointer or the focus comes to; within a card,
 * that of its thread. Returns how to stop.
 */
export function onLinkIntent(onIntent: (pathname: string) => void): () => void {
  let lastLink: Element | null = null;
  const listen = ({ target }: Event) => {
    const link = target instanceof Element ? linkAt(target) : null;
    if (!link || link === lastLink) return;
    lastLink = link;
    if (link.origin === window.location.origin) onIntent(link.pathname);
  };
  for (const event of events) document.addEventListener(event, listen, { passive: true });
  return () => {
    for (const event of events) document.removeEventListener(event, listen);
  };
}

function linkAt(target: Element): HTMLAnchorElement | null {
  const link = target.closest<HTMLAnchorElement>('a[href]');
  return link ?? target.closest('article')?.querySelector('a[href^="/thread/"]') ?? null;
}
