import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { enterAs, registerUser } from '../support/users.ts';
import { createWorld, signedOutScreens } from '../support/screens.ts';
import type { World } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

/** What opens over a screen, and how a user opens it there. */
interface Layer {
  name: string;
  screen: (world: World) => string;
  open: (page: Page) => Promise<void>;
}

const card = (page: Page) => page.getByRole('article').first();
const cardButton = (page: Page, name: string | RegExp) =>
  card(page).getByRole('button', { name }).first();

const thread = ({ threadId }: World) => `/thread/${threadId}`;
const ownThread = ({ ownThreadId }: World) => `/thread/${ownThreadId}`;
const conversation = ({ author }: World) => `/messages/${author.user.username}`;

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
      const { reader, screens } = await createWorld(request, await registerUser(request));
      await enterAs(page, reader);
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
      const world = await createWorld(request, await registerUser(request));
      await enterAs(page, world.reader);
      for (const { name, screen, open: openLayer } of layers) {
        await open(page, screen(world));
        await openLayer(page);
        await expectLayer(page, name);
      }
    });
  });
}

test('the keyboard shortcuts are listed on every screen', async ({ page, request }) => {
  const { reader, screens } = await createWorld(request, await registerUser(request));
  await enterAs(page, reader);
  for (const screen of screens) {
    await open(page, screen);
    // In a text box, such as a conversation's, the key is a character.
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(list, screen).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
  }
});

test('no screen scrolls sideways at 320 px', async ({ page, request }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const unbroken = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrik'.repeat(3);
  const author = await registerUser(request);
  const { reader, screens } = await createWorld(request, author, {
    thread: `${unbroken} #question`,
    message: unbroken,
  });
  for (const screen of signedOutScreens) {
    await open(page, screen);
    await expectNoOverflow(page, screen);
  }
  await enterAs(page, reader);
  for (const screen of screens) {
    await open(page, screen);
    await expectNoOverflow(page, screen);
  }
});

/** Opens a screen and waits for what it shows. */
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

/** In both themes: the page follows the system's. */
async function expectAccessible(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await untilColorsSettle(page);
    const { violations } = await new AxeBuilder({ page })
      // Without frames of other origins it needs no page of its own, which takes longer than the rest.
      .setLegacyMode()
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze();
    const found = violations.map(({ id, nodes }) => ({ id, at: nodes.map((n) => n.target) }));
    expect.soft(found, `${name}, ${colorScheme}`).toEqual([]);
  }
}

/** A color that is still changing has no contrast to judge. */
async function untilColorsSettle(page: Page): Promise<void> {
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
