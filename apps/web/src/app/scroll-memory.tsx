import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const positions = new Map<string, number>();

/** A new page starts at its top; going back or forward returns to the place one left. */
export function ScrollMemory() {
  const { key } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  useLayoutEffect(() => {
    window.scrollTo(0, isReturn ? (positions.get(key) ?? 0) : 0);
  }, [key, isReturn]);
  useEffect(() => {
    const remember = () => positions.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key]);
  return null;
}
