import type { Page } from '@playwright/test';

declare global {
  interface Window {
    layoutShift: number;
  }
}

/**
 * Adds up the layout shifts of the current document that do not follow an input: from now on, or
 * since it was loaded.
 */
export async function recordLayoutShifts(page: Page, { sinceLoad = false } = {}): Promise<void> {
  await page.evaluate(async (buffered) => {
    window.layoutShift = 0;
    new PerformanceObserver((list) => {
      // TypeScript does not know this type of entry.
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[]) {
        if (!entry.hadRecentInput) window.layoutShift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered });
    // Earlier entries are reported in another task.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }, sinceLoad);
}

export const readLayoutShift = (page: Page) => page.evaluate(() => window.layoutShift);
