import { expectToFit } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { registerUser, signInAs } from '../support/users.ts';

test.describe('in a German browser', () => {
  test.use({ locale: 'de-AT', viewport: { width: 390, height: 844 } });

  test('German is the language from the first text on, until another one is chosen', async ({
    page,
    request,
  }) => {
    // Collects everything that was ever on the screen.
    await page.addInitScript(() => {
      const texts = new Set<string>();
      Object.assign(window, { texts });
      new MutationObserver(() => texts.add(document.documentElement.textContent)).observe(
        document,
        {
          childList: true,
          subtree: true,
          characterData: true,
        },
      );
    });
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    const shownText = await page.evaluate(() => {
      const { texts } = window as unknown as { texts: ReadonlySet<string> };
      return [...texts].join('\n');
    });
    expect(shownText).toContain('Anmelden');
    expect(shownText).not.toContain('Sign in');

    await signInAs(page, await registerUser(request), '/settings#appearance');
    await page.getByText('English').click();
    await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.goto('/feed');
    await expect(page.getByText('Start a thread...')).toBeVisible();
  });

  test('a new thread fits into a phone that is 320 px wide', async ({ page, request }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await signInAs(page, await registerUser(request));
    await page.getByText('Starte einen Thread').click();
    const dialog = page.getByRole('dialog', { name: 'Neuer Thread' });
    const select = dialog.getByRole('combobox', { name: 'Wer antworten und zitieren darf' });
    for (const option of ['ANYONE', 'FOLLOWING']) {
      await select.selectOption(option);
      const text = await select.locator('option:checked').textContent();
      const label = dialog.getByText(text ?? '', { exact: true }).and(dialog.locator('span'));
      const [shown, submit] = await Promise.all([
        label.boundingBox(),
        dialog.getByRole('button', { name: 'Veröffentlichen' }).boundingBox(),
      ]);
      if (!shown || !submit) throw new Error('The footer is not visible.');
      expect(shown.x + shown.width).toBeLessThanOrEqual(320);
      expect(shown.y + shown.height).toBeLessThanOrEqual(submit.y);
      expect(await label.evaluate((span) => span.scrollWidth - span.clientWidth)).toBe(0);
    }
    await expectToFit(page, 320, 'new thread');
  });
});
