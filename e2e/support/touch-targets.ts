import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** In CSS pixels, in both directions. */
const sizeMin = 40;

/** Lets the page match `pointer: coarse` meanwhile, as on a device with a touch screen. */
export async function withTouchScreen(page: Page, check: () => Promise<void>): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
  await check();
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await devTools.detach();
}

/** Expects that buttons, links and checkboxes outside of texts are large enough for a finger. The page must emulate a touch screen. */
export async function expectTouchTargets(page: Page, name: string): Promise<void> {
  await expect
    .configure({ soft: true })
    .poll(() => listSmallTargets(page), { message: `touch targets of ${name}` })
    .toEqual([]);
}

/**
 * The visible targets that are too small, with their size. A target includes its label, its content and what
 * its `::after` adds. Links in a sentence are not listed, like in WCAG 2.5.8.
 */
function listSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate((min) => {
    const targets =
      'a[href], button, summary, [type=checkbox], [type=radio], [role=button], [role=tab], [role=option]';

    function isInSentence(target: Element): boolean {
      if (getComputedStyle(target).display !== 'inline') return false;
      const sentence = target.parentElement?.closest(':not(bdi, em, span, strong)');
      return sentence?.textContent.trim() !== target.textContent.trim();
    }

    /** Hidden until it has the focus, such as the link to the content. */
    function isOutside(target: Element): boolean {
      const { width, bottom } = target.getBoundingClientRect();
      return width < 2 || bottom + scrollY <= 0;
    }

    function toSize(element: Element): [number, number] {
      const { width, height } = element.getBoundingClientRect();
      const after = getComputedStyle(element, '::after');
      const isClipped = getComputedStyle(element).overflow !== 'visible';
      if (after.content === 'none' || after.position !== 'absolute' || isClipped) {
        return [width, height];
      }
      return [Math.max(width, parseFloat(after.width)), Math.max(height, parseFloat(after.height))];
    }

    return [...document.querySelectorAll(targets)].flatMap((target) => {
      const isVisible = target.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      const labels = target instanceof HTMLInputElement ? [...(target.labels ?? [])] : [];
      const [first = target] = labels;
      if (!isVisible || isInSentence(target) || isOutside(first)) return [];
      const sizes = [target, ...target.children, ...labels].map(toSize);
      const width = Math.round(Math.max(...sizes.map(([x]) => x)));
      const height = Math.round(Math.max(...sizes.map(([, y]) => y)));
      if (width >= min && height >= min) return [];
      const label = target.getAttribute('aria-label') ?? first.textContent.trim();
      return [`${target.tagName} “${label}”: ${width} × ${height} px`];
    });
  }, sizeMin);
}
