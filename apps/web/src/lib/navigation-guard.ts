import { useContext, useEffect, useEffectEvent } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom';
import type { Navigator, To } from 'react-router-dom';

/**
 * Intercepts navigation to another page of the app. React Router's `useBlocker` needs a data router,
 * which is much larger. Navigation that replaces the history entry is not intercepted: the end of a
 * session, or signing out.
 * @param onLeave called with a function that continues the navigation
 */
export function useNavigationGuard(
  isActive: boolean,
  onLeave: (proceed: () => void) => void,
): void {
  const { navigator } = useContext(NavigationContext);
  const handlePush = useEffectEvent(onLeave);
  useEffect(() => {
    if (!isActive) return undefined;
    return interceptPushes(navigator, (proceed) => handlePush(proceed));
  }, [isActive, navigator]);
}

function interceptPushes(navigator: Navigator, onPush: (proceed: () => void) => void): () => void {
  const push = navigator.push.bind(navigator);
  navigator.push = (...target) => {
    if (isSamePage(target[0])) push(...target);
    else onPush(() => push(...target));
  };
  return () => {
    navigator.push = push;
  };
}

function isSamePage(to: To): boolean {
  const { pathname } = new URL(typeof to === 'string' ? to : (to.pathname ?? ''), location.href);
  return pathname === location.pathname;
}
