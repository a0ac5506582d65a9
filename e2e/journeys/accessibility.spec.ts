import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { expectTouchTargets, withTouchScreen } from '../support/touch-targets.ts';
import { postThread, registerUser, signInAs } from '../support/users.ts';
import {
  createSampleContent,
  expectToFit,
  openScreen,
  signedOutScreens,
  switchScreen,
} from '../support/screens.ts';
import type { SampleContent } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

/** Dialogs and menus, and how a user opens them on a screen. */
interface Layer {
  name: string;
  screen: (content: SampleContent) => string;
  open: (page: Page) => Promise<void>;
  /** Another button opens it on a phone, so it does not stay open when the window gets narrower. */
  reopens?: true;
}

const card = (page: Page) => page.getByRole('article').first();
const cardButton = (page: Page, name: string | RegExp) =>
  card(page).getByRole('button', { name }).first();

const thread = ({ threadId }: SampleContent) => `/thread/${threadId}`;
const ownThread = ({ ownThreadId }: SampleContent) => `/thread/${ownThreadId}`;
const quote = ({ quoteId }: SampleContent) => `/thread/${quoteId}`;
const conversation = ({ author }: SampleContent) => `/messages/${author.user.username}`;

/** The tests of one screen follow each other, because opening it takes time. */
const layers: Layer[] = [
  {
    name: 'new thread',
    screen: () => '/feed',
    open: (page) => page.getByText('Start a thread...').click(),
  },
  {
    name: 'keyboard shortcuts',
    screen: () => '/feed',
    open: (page) => page.keyboard.press('?'),
  },
  {
    name: 'command palette',
    screen: () => '/feed',
    open: (page) => page.keyboard.press('ControlOrMeta+k'),
  },
  {
    name: 'account menu',
    screen: () => '/feed',
    open: (page) => page.getByRole('button', { name: /^Account/ }).click(),
    reopens: true,
  },
  {
    name: 'content warning and time of a new thread',
    screen: () => '/feed',
    async open(page) {
      await page.getByText('Start a thread...').click();
      const composer = page.getByRole('dialog');
      await composer.getByRole('button', { name: 'Add a content warning' }).click();
      await composer.getByRole('button', { name: 'Schedule', exact: true }).click();
    },
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
    name: 'menu of an own thread',
    screen: ownThread,
    open: (page) => cardButton(page, 'More').click(),
  },
  {
    name: 'audience of an own thread',
    screen: ownThread,
    async open(page) {
      await cardButton(page, 'More').click();
      await page.getByRole('menuitem', { name: 'Who can reply and quote' }).click();
    },
  },
  {
    name: 'replacement of the pinned thread',
    screen: ownThread,
    async open(page) {
      await cardButton(page, 'More').click();
      await page.getByRole('menuitem', { name: 'Pin to your profile' }).click();
    },
  },
  {
    name: 'repost with a comment',
    screen: () => '/mythread',
    open: (page) => cardButton(page, /^Repost/).click(),
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
    name: 'menu of a quote of an own thread',
    screen: quote,
    open: (page) => cardButton(page, 'More').click(),
  },
  {
    name: 'removal from a quote',
    screen: quote,
    async open(page) {
      await cardButton(page, 'More').click();
      await page.getByRole('menuitem', { name: 'Remove my thread from this quote' }).click();
    },
  },
  {
    name: 'keyword filter',
    screen: () => '/settings/feeds',
    open: (page) => page.getByRole('button', { name: 'Add filter' }).click(),
  },
  {
    name: 'account deletion',
    screen: () => '/settings/data',
    open: (page) => page.getByRole('button', { name: /^Delete (?:my |the )?account/ }).click(),
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
    name: 'action on an account',
    screen: () => '/admin/users',
    open: (page) =>
      page
        .getByRole('button', { name: /^Take action on/ })
        .first()
        .click(),
  },
  {
    name: 'menu of an account',
    screen: () => '/admin/users',
    open: (page) =>
      page
        .getByRole('button', { name: /^More actions for/ })
        .first()
        .click(),
  },
  {
    name: 'removal of a reported thread',
    screen: () => '/admin',
    open: (page) =>
      page
        .getByRole('button', { name: /^Take action on/ })
        .last()
        .click(),
  },
];

/**
 * Axe takes most of the CPU time of a screen. The other two combinations have the same elements and colors, and
 * `tokens.test.ts` in the web app checks the contrast of the colors in every theme.
 */
const layouts = [
  { width: 1280, theme: 'dark' },
  { width: 390, theme: 'light' },
] as const;
const anyLayer = '[role=dialog], [role=alertdialog], [role=menu], [data-info-panel]';
/** With the elements beside the layers that keep the focus inside. */
const layerParts = `${anyLayer}, [data-base-ui-focus-guard]`;

// Dozens of screens in one test.
test.setTimeout(400_000);

// Opens each screen once. Other journeys load the page of each.
test('every screen passes axe, fits into 320 px, has large touch targets and lists the keyboard shortcuts on ?', async ({
  page,
  request,
}) => {
  const unbroken = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrik'.repeat(3);
  const texts = { thread: `${unbroken} #question`, message: unbroken };
  const author = await registerUser(request);
  const { reader, screens } = await createSampleContent(request, author, texts);
  for (const screen of signedOutScreens) {
    await openScreen(page, screen);
    await expectAccessibleAtAllWidths(page, screen);
    await expectPhone(page, screen);
  }
  await signInAs(page, reader, '/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  for (const tab of ['Personal Info', 'Profile Picture', 'Privacy']) {
    await page.getByRole('tab', { name: tab }).click();
    await expectAccessibleAtAllWidths(page, `editing ${tab}`);
    await expectPhone(page, `editing ${tab}`);
  }
  await page.getByRole('button', { name: 'Cancel' }).click();
  // A link below the pointer would open the card of a profile, which touch screens do not show.
  await page.mouse.move(0, 0);
  for (const screen of screens) {
    await switchScreen(page, screen);
    await expectAccessibleAtAllWidths(page, screen);
    await expectPhone(page, screen);
    await expectShortcutList(page, screen);
    await closeLayers(page, screen);
  }
});

test('every dialog and menu passes axe, dark on a computer and light on a phone', async ({
  page,
  request,
}) => {
  await page.goto('/register');
  await page.getByRole('button', { name: /terms/i }).click();
  await expectLayer(page, 'terms of use');
  const content = await createSampleContent(request, await registerUser(request));
  await signInAs(page, content.reader);
  let openedPath = '';
  for (const { name, screen, open, reopens } of layers) {
    const path = screen(content);
    if (path !== openedPath) await switchScreen(page, path);
    openedPath = path;
    // If the window were resized earlier, a panel that is a dialog on phones only would leave its history entry.
    await page.setViewportSize({ width: layouts[0].width, height: 844 });
    await open(page);
    await expectLayer(page, name, reopens && open);
    await closeLayers(page, name);
  }
});

test('states and shapes are distinguishable with forced colors', async ({ page, request }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const reader = await registerUser(request);
  const author = await registerUser(request);
  const poll = { question: 'Which?', options: ['This', 'That'], durationMinutes: 60 };
  const threadId = await postThread(request, author, 'Words', { poll: JSON.stringify(poll) });
  await signInAs(page, reader, `/thread/${threadId}`);
  await page.getByRole('radio', { name: 'This' }).check();
  await page.getByRole('button', { name: 'Vote' }).click();
  await expect(page.getByText('100%')).toBeVisible();
  const rows = page.getByRole('article').getByRole('listitem');
  const [chosen, other] = [rows.filter({ hasText: 'This' }), rows.filter({ hasText: 'That' })];
  expect(await drawEdge(page, chosen)).not.toEqual(await drawEdge(page, other));
  const compose = page.getByRole('button', { name: 'New thread' }).first();
  expect(await compose.evaluate((button) => getComputedStyle(button).borderTopStyle)).toBe('solid');

  await switchScreen(page, '/settings/privacy');
  const toggle = page.getByRole('switch', { name: 'Read receipts' });
  await expectDifferent(page, toggle, () => toggle.click());
  await switchScreen(page, '/settings/appearance');
  const dark = page.getByRole('radio', { name: 'Dark' });
  await expectDifferent(page, dark.locator('xpath=..'), () => dark.check({ force: true }));
  await switchScreen(page, '/profile');
  const tab = page.getByRole('tab', { name: 'Privacy' });
  await expectDifferent(page, tab, () => tab.click());
});

/** The lower edge of a row, below its text. */
async function drawEdge(page: Page, row: Locator): Promise<Buffer> {
  const box = await row.boundingBox();
  if (!box) throw new Error('The row is not visible.');
  const { x, y, width, height } = box;
  const clip = { x: x + 20, y: y + height - 4, width: width - 40, height: 2 };
  return page.screenshot({ clip, animations: 'disabled' });
}

/** Compares the pictures of an element before and after its state changes, without focus and hover. */
async function expectDifferent(
  page: Page,
  element: Locator,
  change: () => Promise<void>,
): Promise<void> {
  const draw = async () => {
    await page.mouse.move(0, 0);
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    return element.screenshot({ animations: 'disabled' });
  };
  const before = await draw();
  await change();
  await expect.poll(async () => (await draw()).equals(before)).toBe(false);
}

async function closeLayers(page: Page, name: string): Promise<void> {
  const discard = page.getByRole('button', { name: 'Discard', exact: true });
  // Repeated, because Escape may close a layer or a tooltip above it first.
  await expect(async () => {
    if (await discard.isVisible()) await discard.click();
    else await page.keyboard.press('Escape');
    await expect(page.locator(anyLayer), `after ${name}`).toHaveCount(0, { timeout: 2000 });
  }).toPass({ timeout: 20_000 });
}

async function expectLayer(page: Page, name: string, reopen?: Layer['open']): Promise<void> {
  for (const { width, theme } of layouts) {
    await page.setViewportSize({ width, height: 844 });
    if (width !== layouts[0].width) await reopen?.(page);
    await expect(page.locator(anyLayer).last(), `${name}, ${width} px`).toBeVisible();
    await expectAccessible(page, `${name}, ${width} px`, { part: layerParts, themes: [theme] });
  }
}

async function expectAccessibleAtAllWidths(page: Page, name: string): Promise<void> {
  for (const { width, theme } of layouts) {
    await page.setViewportSize({ width, height: 844 });
    await expectAccessible(page, `${name}, ${width} px`, { themes: [theme] });
  }
}

/** Expects that the page of 390 px is usable with a finger, and fits into a narrower window. */
async function expectPhone(page: Page, name: string): Promise<void> {
  await withTouchScreen(page, () => expectTouchTargets(page, name));
  await expectToFit(page, 320, name);
}

async function expectShortcutList(page: Page, screen: string): Promise<void> {
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  // In a text box the key types a character. That of a conversation gets the focus when it is ready.
  await expect(async () => {
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    await page.keyboard.press('?');
    await expect(list, screen).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 20_000 });
}
