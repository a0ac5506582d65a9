import { useLocation } from 'react-router-dom';
import type { Location } from 'react-router-dom';
import { paths } from './paths.ts';

/**
 * The page to open after signing in: the one that was opened signed out, otherwise the feed. It is in
 * the state of the history entry instead of the URL, so links of other sites cannot set it.
 */
export function useReturnPath(): string {
  const location: Location<unknown> = useLocation();
  const { state, hash } = location;
  // The server prints such a link for the owner of a new instance.
  const setupCode = new URLSearchParams(hash.slice(1)).get('setup');
  if (setupCode !== null) return `${paths.setup}#code=${encodeURIComponent(setupCode)}`;
  if (typeof state !== 'object' || state === null || !('returnPath' in state)) return paths.feed;
  const { returnPath } = state;
  return typeof returnPath === 'string' && isOwnPath(returnPath) ? returnPath : paths.feed;
}

/** Whether the path, resolved by a browser, belongs to this site: `//example.org` is another host. */
export function isOwnPath(path: string): boolean {
  const { origin } = window.location;
  if (!path.startsWith('/') || !URL.canParse(path, origin)) return false;
  const target = new URL(path, origin);
  return target.origin === origin && !target.pathname.startsWith('//');
}
