import { useContext, useEffect, useEffectEvent } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom';
import type { Navigator, To } from 'react-router-dom';

/**
 * Asks before one leaves the page for another one of the app. The router asks nobody itself unless
 * it is a data router, which weighs more than all of ours. Not held up is what replaces the page:
 * a lost session, signing out.
 * @param onLeave told how to go on where somebody wants to go; nothing happens without that
 */
export function useNavigationGuard(isActive: boolean, onLeave: (goOn: () => void) => void): void {
  const { navigator } = useContext(NavigationContext);
  const ask = useEffectEvent(onLeave);
  useEffect(() => {
    if (!isActive) return undefined;
    return interceptPushes(navigator, (goOn) => ask(goOn));
  }, [isActive, navigator]);
}

function interceptPushes(navigator: Navigator, onPush: (goOn: () => void) => void): () => void {
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
