import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { signInAs, registerUser } from '../support/users.ts';
import { createSampleContent, signedOutScreens } from '../support/screens.ts';
import type { SampleContent } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

/** Dialogs and menus, and how a user opens them on a screen. */
interface Layer {
  name: string;
  screen: (content: SampleContent) => string;
  open: (page: Page) => Promise<void>;
}

const card = (page: Page) => page.getByRole('article').first();
const cardButton = (page: Page, name: string | RegExp) =>
  card(page).getByRole('button', { name }).first();

const thread = ({ threadId }: SampleContent) => `/thread/${threadId}`;
const ownThread = ({ ownThreadId }: SampleContent) => `/thread/${ownThreadId}`;
const conversation = ({ author }: SampleContent) => `/messages/${author.user.username}`;

const layers: Layer[] = [
  {
    name: 'new thread',
    screen: () => '/feed',
    open: (page) => page.getByText('Start a thread...').click(),
  },
  {
    name: 'reply',
    screen: () => '/feed?feed=following',
    open: (page) => cardButton(page, /^Reply|repl/).click(),
  },
  {
    name: 'repost choice',
    screen: ownThread,
    open: (page) => cardButton(page, /^Repost/).click(),
  },
  {
    name: 'quote repost',
    screen: ownThread,
    async open(page) {
      await cardButton(page, /^Repost/).click();
      await page.getByRole('menuitem', { name: 'Quote' }).click();
    },
  },
  {
    name: 'repost with a comment',
    screen: () => '/mythread',
    open: (page) => cardButton(page, /^Repost/).click(),
  },
  {
    name: 'reactions',
    screen: thread,
    open: (page) => cardButton(page, /^React/).click(),
  },
  {
    name: 'menu of another author’s thread',
    screen: thread,
    open: (page) => cardButton(page, 'More').click(),
  },
  {
    name: 'report',
    screen: thread,
    async open(page) {
      await cardButton(page, 'More').click();
      await page.getByRole('menuitem', { name: 'Report' }).click();
    },
  },
  {
    name: 'share',
    screen: thread,
    open: (page) => cardButton(page, 'Share').click(),
  },
  {
    name: 'edit',
    screen: () => '/mythread',
    async open(page) {
      await cardButton(page, 'More').click();
      await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
    },
  },
  {
    name: 'delete',
    screen: () => '/mythread',
    async open(page) {
      await cardButton(page, 'More').click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
    },
  },
  {
    name: 'keyboard shortcuts',
    screen: () => '/feed',
    open: (page) => page.keyboard.press('?'),
  },
  {
    name: 'account menu',
    screen: () => '/feed',
    open: (page) => page.getByRole('button', { name: /^Account/ }).click(),
  },
  {
    name: 'menu of a profile',
    screen: ({ author }) => `/profile/${author.user.username}`,
    open: (page) => page.getByRole('main').getByRole('button', { name: 'More' }).first().click(),
  },
  {
    name: 'conversation details',
    screen: conversation,
    open: (page) => page.getByRole('button', { name: /details|info/i }).click(),
  },
  {
    name: 'account deletion',
    screen: () => '/settings',
    open: (page) => page.getByRole('button', { name: /^Delete (?:my |the )?account/ }).click(),
  },
  {
    name: 'suspension',
    screen: () => '/admin/people',
    open: (page) =>
      page
        .getByRole('button', { name: /^Suspend/ })
        .first()
        .click(),
  },
  {
    name: 'removal of a reported thread',
    screen: () => '/admin',
    open: (page) => page.getByRole('button', { name: 'Remove thread' }).first().click(),
  },
];

const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Those with axe's tag `cat.color` in the levels above. */
const colorRules = ['color-contrast', 'link-in-text-block'];

// Dozens of screens in one test.
test.setTimeout(400_000);

for (const width of [1280, 390]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('every screen passes axe in both themes', async ({ page, request }) => {
      for (const screen of signedOutScreens) {
        await open(page, screen);
        await expectAccessible(page, screen);
      }
      const { reader, screens } = await createSampleContent(request, await registerUser(request));
      await signInAs(page, reader);
      for (const screen of screens) {
        await open(page, screen);
        await expectAccessible(page, screen);
      }
      await open(page, '/profile');
      await page.getByRole('button', { name: 'Edit Profile' }).click();
      for (const tab of ['Personal Info', 'Profile Picture', 'Privacy']) {
        await page.getByRole('tab', { name: tab }).click();
        await expectAccessible(page, `editing ${tab}`);
      }
    });

    test('every dialog and menu passes axe in both themes', async ({ page, request }) => {
      await page.goto('/register');
      await page.getByRole('button', { name: /terms/i }).click();
      await expectLayer(page, 'terms of use');
      const content = await createSampleContent(request, await registerUser(request));
      await signInAs(page, content.reader);
      for (const { name, screen, open: openLayer } of layers) {
        await open(page, screen(content));
        await openLayer(page);
        await expectLayer(page, name);
      }
    });
  });
}

test('? lists the keyboard shortcuts on every screen', async ({ page, request }) => {
  const { reader, screens } = await createSampleContent(request, await registerUser(request));
  await signInAs(page, reader);
  for (const screen of screens) {
    await open(page, screen);
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    // In a text box the key types a character. That of a conversation gets the focus when it is ready.
    await expect(async () => {
      await page.evaluate(() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      });
      await page.keyboard.press('?');
      await expect(list, screen).toBeVisible({ timeout: 5000 });
    }).toPass({ timeout: 20_000 });
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
  }
});

test('no screen scrolls horizontally at 320 px', async ({ page, request }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const unbroken = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrik'.repeat(3);
  const author = await registerUser(request);
  const { reader, screens } = await createSampleContent(request, author, {
    thread: `${unbroken} #question`,
    message: unbroken,
  });
  for (const screen of signedOutScreens) {
    await open(page, screen);
    await expectNoOverflow(page, screen);
  }
  await signInAs(page, reader);
  for (const screen of screens) {
    await open(page, screen);
    await expectNoOverflow(page, screen);
  }
});

/** Opens a screen and waits for its content. */
async function open(page: Page, screen: string): Promise<void> {
  await page.goto(screen);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0);
}

async function expectLayer(page: Page, name: string): Promise<void> {
  const layer = page.locator('[role=dialog], [role=alertdialog], [role=menu], [data-info-panel]');
  await expect(layer.last()).toBeVisible();
  await expectAccessible(page, name);
}

/**
 * Checks both themes: the page follows the color scheme of the system. They differ only in colors, so
 * the rules about everything else run once.
 */
async function expectAccessible(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await waitForColorTransitions(page);
    // There are no frames of other origins. Legacy mode avoids opening a page per check, which is slow.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    if (colorScheme === 'dark') axe.withTags(allRules);
    else axe.withRules(colorRules);
    // Content that appears meanwhile may be in a color transition: a violation counts if it persists.
    await expect
      .configure({ soft: true })
      .poll(() => listViolations(axe), { message: `${name}, ${colorScheme}` })
      .toEqual([]);
  }
}

async function listViolations(axe: AxeBuilder) {
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target) }));
}

/** Waits for color transitions to end, because axe measures contrast. */
async function waitForColorTransitions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
}

async function expectNoOverflow(page: Page, name: string): Promise<void> {
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }));
  expect.soft(scroll, name).toBeLessThanOrEqual(client);
}
