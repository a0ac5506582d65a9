import { matchRoutes } from 'react-router-dom';
import { onLinkIntent } from '../../lib/link-intent.ts';
import { routes } from './routes.ts';

/** Loads the page of a link before the user follows it. Returns a function to stop. */
export function preloadLinks(): () => void {
  return onLinkIntent((pathname) => {
    for (const { route } of matchRoutes(routes, pathname) ?? []) {
      if (typeof route.lazy !== 'function') continue;
      route.lazy().catch(() => {
        // The router requests it again.
      });
    }
  });
}
