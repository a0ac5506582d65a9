import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

export const sections = [
  'profile',
  'security',
  'privacy',
  'appearance',
  'notifications',
  'data',
  'about',
] as const;
export type Section = (typeof sections)[number];

/** Below the bars that stay at the top: what begins above this is what one reads. */
const readingLinePx = 160;

/** Brings the section that the address names into view, once it is there. */
export function useSectionInView(isThere: boolean): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (isThere && hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [isThere, hash, key]);
}

/** Which section is being read, as one scrolls. */
export function useCurrentSection(): Section {
  const [current, setCurrent] = useState<Section>('profile');
  useEffect(() => {
    const read = () => setCurrent(findSection());
    document.addEventListener('scroll', read, { passive: true });
    return () => document.removeEventListener('scroll', read);
  }, []);
  return current;
}

function findSection(): Section {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
  // At its very end, the last one may still stand too low.
  const line = scrollTop + clientHeight >= scrollHeight - 1 ? clientHeight : readingLinePx;
  const hasBegun = (section: Section) => {
    const element = document.getElementById(section);
    return element !== null && element.getBoundingClientRect().top <= line;
  };
  return sections.findLast(hasBegun) ?? 'profile';
}
