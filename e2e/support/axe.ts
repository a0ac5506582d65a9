import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './test.ts';

const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules with axe's tag `cat.color` in the levels above. */
const colorRules = ['color-contrast', 'link-in-text-block'];

type Theme = 'dark' | 'light';

interface Extent {
  /** A selector of the elements to check, if the rest of the page is checked elsewhere. */
  part?: string;
  themes?: readonly Theme[];
}

/**
 * Checks both themes by default: the page follows the color scheme of the system. They differ only in
 * colors, so the rules about everything else run once.
 */
export async function expectAccessible(
  page: Page,
  name: string,
  { part = 'html', themes = ['dark', 'light'] }: Extent = {},
): Promise<void> {
  await prepare(page);
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The page may follow in the next frame.
    await page.evaluate(() => new Promise(requestAnimationFrame));
    const runOnly: axe.RunOnly =
      colorScheme === themes[0]
        ? { type: 'tag', values: allRules }
        : { type: 'rule', values: colorRules };
    // Content may appear meanwhile: a violation counts if it persists.
    await expect
      .configure({ soft: true })
      .poll(() => listViolations(page, runOnly, part), { message: `${name}, ${colorScheme}` })
      .toEqual([]);
  }
}

/**
 * Runs axe in the page. `@axe-core/playwright` takes three times as long: it loads axe again for each
 * run and returns all elements that pass.
 */
async function listViolations(page: Page, runOnly: axe.RunOnly, part: string) {
  return page.evaluate(
    async ({ rules, selector }) => {
      // A layer may be about to open: axe would throw.
      if (document.querySelector(selector) === null) return [{ id: `no ${selector}`, at: [] }];
      const inPage = (window as unknown as { axe: typeof axe }).axe;
      const options = { runOnly: rules, resultTypes: ['violations' as const] };
      const { violations } = await inPage.run(selector, options);
      return violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target) }));
    },
    { rules: runOnly, selector: part },
  );
}

/**
 * Loads axe, and ends all transitions, once per page. Axe measures the final colors, and a change of theme
 * starts transitions of most elements, which take more CPU time than axe.
 */
async function prepare(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return;
  await page.evaluate(axe.source);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after, ::backdrop { transition: none !important }');
    document.adoptedStyleSheets.push(sheet);
  });
}
