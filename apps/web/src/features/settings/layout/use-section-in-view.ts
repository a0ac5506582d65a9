import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { usePageKey } from '../../../lib/history-layers.tsx';

export const sections = [
  'profile',
  'security',
  'privacy',
  'feeds',
  'appearance',
  'notifications',
  'data',
  'about',
] as const;
export type Section = (typeof sections)[number];

/** Below the sticky bars. The current section is the last that starts above this line. */
const readingLinePx = 160;

/** Scrolls to the section in the URL hash once the sections are rendered. */
export function useSectionInView(isRendered: boolean): void {
  const { hash } = useLocation();
  const key = usePageKey();
  useEffect(() => {
    if (isRendered && hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [isRendered, hash, key]);
}

/** The section at the current scroll position. */
export function useCurrentSection(): Section {
  const [current, setCurrent] = useState<Section>('profile');
  useEffect(() => {
    const update = () => setCurrent(findSection());
    document.addEventListener('scroll', update, { passive: true });
    return () => document.removeEventListener('scroll', update);
  }, []);
  return current;
}

function findSection(): Section {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
  // At the end of the page, a short last section cannot reach the reading line.
  const line = scrollTop + clientHeight >= scrollHeight - 1 ? clientHeight : readingLinePx;
  const hasStarted = (section: Section) => {
    const element = document.getElementById(section);
    return element !== null && element.getBoundingClientRect().top <= line;
  };
  return sections.findLast(hasStarted) ?? 'profile';
}
