import type { Page } from '@playwright/test';

export interface Paints {
  /** Time of the largest contentful paint since the start of the navigation. */
  lcpMs: number;
  /** The painted element. */
  element: string;
  /** Cumulative layout shift without recent input. */
  cls: number;
}

// From the Layout Instability API, which TypeScript's DOM types lack.
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

export function readPaints(page: Page): Promise<Paints> {
  return page.evaluate(async () => {
    const list = async (type: string): Promise<PerformanceEntry[]> => {
      const entries: PerformanceEntry[] = [];
      const observer = new PerformanceObserver((found) => entries.push(...found.getEntries()));
      observer.observe({ type, buffered: true });
      await new Promise((resolve) => setTimeout(resolve, 300));
      return entries;
    };
    // The entry type determines the interface.
    const paints = (await list('largest-contentful-paint')) as LargestContentfulPaint[];
    const shifts = (await list('layout-shift')) as LayoutShift[];
    const largest = paints.at(-1);
    const moved = shifts.filter((shift) => !shift.hadRecentInput);
    const element = largest?.element;
    return {
      lcpMs: Math.round(largest?.startTime ?? Number.NaN),
      element: element ? `${element.tagName} ${element.textContent}`.slice(0, 40) : '',
      cls: Number(moved.reduce((sum, { value }) => sum + value, 0).toFixed(4)),
    };
  });
}
