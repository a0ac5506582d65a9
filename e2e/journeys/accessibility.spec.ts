import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { enterAs, postThread, registerPerson } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    test.describe(`${colorScheme}, ${width} px wide`, () => {
      test.use({ colorScheme, viewport: { width, height: 844 } });

      test('no barrier at the door', async ({ page }) => {
        await page.goto('/login');
        await expect(page.getByRole('heading', { name: /Sign in to/ })).toBeVisible();
        await expectNoBarrier(page);
        await page.goto('/register');
        await expect(page.getByRole('heading', { name: /Join/ })).toBeVisible();
        await expectNoBarrier(page);
      });

      test('no barrier in feed and composer', async ({ page, request }) => {
        const ada = await registerPerson(request);
        await postThread(request, ada, 'Words, a #tag, @somebody and https://example.org');
        await enterAs(page, ada);
        await expect(page.getByRole('article').first()).toBeVisible();
        await expectNoBarrier(page);
        await page.getByText('Start a thread...').click();
        await expect(page.getByRole('dialog', { name: 'New thread' })).toBeVisible();
        await expectNoBarrier(page);
      });

      test('no barrier on the screens of the signed-in', async ({ page, request }) => {
        const [ada, ben] = [await registerPerson(request), await registerPerson(request)];
        const poll = { question: 'Which?', options: ['This', 'That'], durationMinutes: 60 };
        const root = await postThread(request, ada, 'A #question', { poll: JSON.stringify(poll) });
        await postThread(request, ben, `An answer, @${ada.user.username}`, {
          parentThreadId: root,
        });
        await enterAs(page, ada);
        const screens = [
          `/thread/${root}`,
          '/likes',
          '/bookmarks',
          '/mythread',
          '/notifications',
          '/notifications?tab=requests',
          `/profile/${ben.user.username}`,
          `/profile/${ben.user.username}/followers`,
          '/messages',
          `/messages/${ben.user.username}`,
          '/profile',
          '/settings',
        ];
        for (const screen of screens) {
          await page.goto(screen);
          await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
          await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0);
          await expectNoBarrier(page);
        }
      });
    });
  }
}

async function expectNoBarrier(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map((n) => n.target) }))).toEqual([]);
}
