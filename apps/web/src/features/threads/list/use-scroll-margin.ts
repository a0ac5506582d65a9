import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

/** How far from the top of the page a list begins, in pixels, as it changes. */
export function useListTop(list: RefObject<HTMLElement | null>, first: number): number {
  const [top, setTop] = useState(first);
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current) setTop(list.current.getBoundingClientRect().top + window.scrollY);
    };
    measure();
    // What stands above may grow: a text that is unfolded, a box that is written in.
    const observer = new ResizeObserver(measure);
    for (const above of siblingsAbove(list.current)) observer.observe(above);
    return () => observer.disconnect();
  }, [list]);
  return top;
}

function siblingsAbove(element: Element | null): Element[] {
  const siblings = [...(element?.parentElement?.children ?? [])];
  return element ? siblings.slice(0, siblings.indexOf(element)) : [];
}
