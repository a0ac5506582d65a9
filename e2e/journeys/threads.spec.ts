import type { Locator, Page } from '@playwright/test';
import { readLayoutShift, recordLayoutShifts } from '../support/layout-shift.ts';
import { signInAs, follow, postThread, registerUser } from '../support/users.ts';
import { drawPicture } from '../support/pictures.ts';
import { expect, test, waitForSave } from '../support/test.ts';

const getCard = (page: Page, text: string): Locator =>
  page.getByRole('article').filter({ hasText: text });

test('replies continue below level 5 in reading order', async ({ page, request }) => {
  const [ada, ben] = [await registerUser(request), await registerUser(request)];
  const root = await postThread(request, ada, 'Where does this lead?');
  let parentThreadId = root;
  for (let level = 1; level <= 5; level += 1) {
    parentThreadId = await postThread(request, ben, `Level ${level}`, { parentThreadId });
  }
  await signInAs(page, ada, `/thread/${parentThreadId}`);
  await page.getByRole('button', { name: 'Reply to Ada Lovelace...' }).click();
  await page.getByRole('textbox', { name: 'Text' }).fill('Level 6, on level 5');
  await page.getByRole('button', { name: 'Reply', exact: true }).last().click();
  await expect(getCard(page, 'Level 6, on level 5')).toBeVisible();
  await expect(page.getByRole('heading', { name: '1 Reply' })).toBeVisible();

  await page.goto(`/thread/${root}`);
  await expect(page.getByRole('heading', { name: '6 Replies' })).toBeVisible();
  const readOrder = async () => {
    const texts = await page.getByRole('article').allInnerTexts();
    return texts.map((text) => /Level \d/.exec(text)?.[0]).filter(Boolean);
  };
  const inOrder = ['Level 1', 'Level 2', 'Level 3', 'Level 4', 'Level 5', 'Level 6'];
  await expect.poll(readOrder).toEqual(inOrder);

  // The chain above a reply appears without moving the reply.
  await recordLayoutShifts(page);
  await getCard(page, 'Level 6, on level 5').getByText('Level 6, on level 5').click();
  const above = page.getByRole('region', { name: 'Posts above this reply' });
  await expect(above.getByRole('button', { name: 'Show 2 more posts' })).toBeAttached();
  const banner = page.getByRole('link', { name: /^Thread Reply to @/ });
  // Directly below the sticky header.
  await expect.poll(async () => (await banner.boundingBox())?.y).toBe(56);
  await above.getByRole('button', { name: 'Show 2 more posts' }).click();
  await expect(above.getByRole('article')).toHaveCount(6);
  expect(await readLayoutShift(page)).toBe(0);
});

test('a quote with a picture appears at the top of the feed', async ({ page, request }) => {
  const [ada, ben] = [await registerUser(request), await registerUser(request)];
  await follow(request, ada, ben);
  const quotedText = `Said by ${ben.user.username}`;
  await postThread(request, ben, quotedText);
  await signInAs(page, ada);
  await getCard(page, quotedText)
    .getByRole('button', { name: /^Repost/ })
    .click();
  await page.getByRole('menuitem', { name: 'Quote' }).click();
  const dialog = page.getByRole('dialog', { name: 'Quote Repost' });
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Well said.');
  const picture = await drawPicture(page, {
    name: 'green.png',
    colour: '#363',
    width: 400,
    height: 300,
  });
  await dialog.locator('input[type=file]').first().setInputFiles([picture]);
  await dialog.getByRole('button', { name: 'Quote Repost' }).click();
  await expect(dialog).toBeHidden();
  const quote = getCard(page, 'Well said.').first();
  await expect(quote).toContainText(quotedText);
  await expect(quote.locator('img[srcset]')).toBeVisible();
});

test('replies and likes of other windows arrive on the page of a thread', async ({
  page,
  context,
  request,
}) => {
  const [ada, ben] = [await registerUser(request), await registerUser(request)];
  const id = await postThread(request, ada, 'Who is there?');
  await signInAs(page, ada, `/thread/${id}`);
  const otherWindow = await context.newPage();
  await otherWindow.goto(`/thread/${id}`);
  await otherWindow.getByRole('button', { name: 'Like', exact: true }).click();
  const like = page.getByRole('button', { name: 'Like, 1 like' });
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await postThread(request, ben, 'It is me', { parentThreadId: id });
  const pill = page.getByRole('button', { name: '1 new reply' });
  await expect(pill).toBeVisible();
  await expect(page.getByText('It is me')).toBeHidden();
  await pill.click();
  await expect(getCard(page, 'It is me')).toBeInViewport();
});

test('other users see a vote', async ({ page, request, otherPage: voter }) => {
  const [ada, ben] = [await registerUser(request), await registerUser(request)];
  const poll = { question: 'Wool or cotton?', options: ['Wool', 'Cotton'], durationMinutes: 60 };
  const id = await postThread(request, ada, 'A question', { poll: JSON.stringify(poll) });
  await signInAs(voter, ben, `/thread/${id}`);
  await voter.getByRole('radio', { name: 'Wool' }).check();
  await waitForSave(voter, /\/vote$/, () => voter.getByRole('button', { name: 'Vote' }).click());
  await expect(voter.getByText('1 vote', { exact: false }).first()).toBeVisible();

  await signInAs(page, ada, `/thread/${id}`);
  await expect(page.getByText('1 vote', { exact: false }).first()).toBeVisible();
});

test('an edited thread shows its history', async ({ page, request }) => {
  const ada = await registerUser(request);
  const first = `First version by ${ada.user.username}`;
  await postThread(request, ada, first);
  await signInAs(page, ada);
  await getCard(page, first).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Post' });
  await dialog.getByRole('textbox').fill('Second version #better');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Post updated successfully')).toBeVisible();
  const card = getCard(page, 'Second version').first();
  await expect(card).toContainText('edited');
  await card.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Edit history' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit history' })).toContainText(first);
});

test('a chain has one toolbar, and its files are described later', async ({ page, request }) => {
  const ada = await registerUser(request);
  await signInAs(page, ada);
  await page.getByText('Start a thread...').click();
  const dialog = page.getByRole('dialog', { name: 'New thread' });
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('On looms');
  const [name, width, height] = ['loom.png', 400, 300] as const;
  const picture = await drawPicture(page, { name, colour: '#363', width, height });
  await dialog.locator('input[type=file]').first().setInputFiles([picture]);
  await dialog.getByRole('button', { name: 'Add another part' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Text of part 2' })).toBeFocused();
  await page.keyboard.type('And on wool');
  await expect(dialog.getByRole('button', { name: 'Add pictures' })).toHaveCount(1);
  await expect(dialog.getByText('11/2000')).toBeVisible();
  await expect(dialog.getByText('8/2000')).toHaveCount(0);
  // For the focused part.
  const file = await drawPicture(page, { name: 'wool.png', colour: '#a63', width, height });
  await dialog.locator('input[type=file]').first().setInputFiles([file]);
  const second = dialog.getByRole('listitem', { name: 'Part 2' });
  await expect(second.getByRole('button', { name: 'Remove wool.png' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Post' }).click();
  await expect(dialog).toBeHidden();

  const card = getCard(page, 'On looms').first();
  await card.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Post' });
  await expect(edit.getByText('Mark files as sensitive')).toBeVisible();
  await edit.getByRole('button', { name: /^ALT: describe/ }).click();
  await edit.getByRole('textbox', { name: 'Description' }).fill('A loom');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Post updated successfully')).toBeVisible();
  await expect(card.getByRole('img', { name: 'A loom' })).toBeVisible();
  await card.getByRole('link', { name: 'Show chain' }).click();
  await expect(getCard(page, 'And on wool')).toBeVisible();
  await expect(page.getByRole('img', { name: 'A loom' })).toBeVisible();
});

test('a deleted thread disappears for its author and others', async ({ page, request }) => {
  const ada = await registerUser(request);
  const text = `To be deleted by ${ada.user.username}`;
  const id = await postThread(request, ada, text);
  await signInAs(page, ada);
  await getCard(page, text).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('Are you sure you want to delete this post?')).toBeVisible();
  const dialog = page.getByRole('alertdialog');
  await waitForSave(page, /\/api\/threads\//, async () => {
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(text)).toBeHidden();
  });
  await page.goto(`/thread/${id}`);
  await expect(page.getByText('Thread not found')).toBeVisible();
  await page.getByRole('button', { name: 'Back to Feed' }).click();
  await expect(page).toHaveURL(/\/feed$/);
});

test('one press undoes a repost or a like', async ({ page, request }) => {
  const [ada, ben] = [await registerUser(request), await registerUser(request)];
  await follow(request, ada, ben);
  const text = `Worth passing on, says ${ben.user.username}`;
  await postThread(request, ben, text);
  await signInAs(page, ada);
  const card = getCard(page, text);
  await card.getByRole('button', { name: /^Repost/ }).click();
  await page.getByRole('menuitem', { name: 'Repost', exact: true }).click();
  await expect(card.getByRole('button', { name: 'Repost, 1 repost' })).toBeVisible();
  await waitForSave(page, /\/like$/, async () => {
    await card.getByRole('button', { name: /^Like/ }).click();
    await expect(card.getByRole('button', { name: 'Like, 1 like' })).toBeVisible();
  });
  await page.reload();
  await expect(card.getByRole('button', { name: 'Like, 1 like' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await card.getByRole('button', { name: 'Repost, 1 repost' }).click();
  await expect(card.getByRole('button', { name: 'Repost', exact: true })).toBeVisible();
  await waitForSave(page, /\/like$/, () =>
    card.getByRole('button', { name: 'Like, 1 like' }).click(),
  );
  await page.goto('/likes');
  await expect(page.getByText('No liked threads yet. Start liking some threads!')).toBeVisible();
});

test('posting, opening and liking work with the keyboard only', async ({ page, request }) => {
  const ada = await registerUser(request);
  await signInAs(page, ada, '/feed');
  await expect(page.getByText('Start a thread...')).toBeVisible();
  const text = `Typed by ${ada.user.username}`;
  // The composer loads after the last key.
  const typing = Promise.withResolvers<void>();
  await page.route(/composer-dialog/, async (route) => {
    await typing.promise;
    await route.continue();
  });
  await page.keyboard.type(`n${text}`);
  typing.resolve();
  const dialog = page.getByRole('dialog', { name: 'New thread' });
  const textBox = dialog.getByRole('textbox', { name: 'Text' });
  await expect(textBox).toBeFocused();
  await expect(textBox).toHaveValue(text);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Thread Created!')).toBeVisible();
  // The dialog gives the focus back when it is removed.
  await expect(page.locator('[role=dialog]')).toHaveCount(0);
  await expect(page.locator('body')).toBeFocused();
  const card = getCard(page, text);
  await expect(card).toBeVisible();
  await page.keyboard.press('j');
  await expect(card).toBeFocused();
  await page.keyboard.press('l');
  await expect(card.getByRole('button', { name: 'Like, 1 like' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/thread\//);
  await expect(page.getByRole('heading', { name: '0 Replies' })).toBeVisible();
});

test('a notice covers neither the text nor the buttons of the composer on a phone', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, await registerUser(request));
  await page.route('**/api/threads', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { success: false, code: 'invalid', message: 'No' } })
      : route.continue(),
  );
  await page.getByText('Start a thread...').click();
  const dialog = page.getByRole('dialog', { name: 'New thread' });
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Under the notice?');
  await dialog.getByRole('button', { name: 'Post' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'Thread Creation Failed' });
  await expect(notice).toBeVisible();
  // The notice stays while the pointer is above it.
  await notice.hover();
  const controls = dialog.locator('button, textarea, input:not([hidden]), select');
  await expect(async () => {
    const covered = await notice.boundingBox();
    const boxes = await controls.evaluateAll((elements) =>
      elements.map((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return { top, bottom };
      }),
    );
    if (!covered) throw new Error('The notice is not visible.');
    const covers = ({ top, bottom }: { top: number; bottom: number }) =>
      bottom > covered.y && top < covered.y + covered.height;
    expect(boxes.filter(covers)).toEqual([]);
  }).toPass({ timeout: 3000 });
});

test('posting from the middle of the feed shows its top', async ({ page, request }) => {
  const ada = await registerUser(request);
  for (let number = 1; number <= 15; number += 1)
    await postThread(request, ada, `Number ${number}`);
  await signInAs(page, ada);
  const latest = getCard(page, 'Number 15');
  await expect(latest).toBeInViewport();
  await page.evaluate(() => window.scrollTo(0, 800));
  await expect(latest).not.toBeInViewport();
  await page.keyboard.press('n');
  await expect(page.getByRole('textbox', { name: 'Text' })).toBeFocused();
  await page.keyboard.type('Above all others');
  await page.keyboard.press('Control+Enter');
  await expect(page.locator('[role=dialog]')).toHaveCount(0);
  await expect(getCard(page, 'Above all others')).toBeInViewport();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('back from a thread restores the scroll position of the feed', async ({ page, request }) => {
  const [ada, ben] = [await registerUser(request), await registerUser(request)];
  await follow(request, ada, ben);
  const name = ben.user.username;
  for (let number = 1; number <= 25; number += 1) {
    await postThread(request, ben, `Number ${number} of ${name}`);
  }
  await signInAs(page, ada);
  const thread = getCard(page, `Number 5 of ${name}`);
  await expect(async () => {
    await page.mouse.wheel(0, 800);
    await expect(thread).toBeInViewport({ timeout: 300 });
  }).toPass();
  // A click would scroll a partly visible card into view.
  await thread.getByText(`Number 5 of ${name}`).scrollIntoViewIfNeeded();
  const top = async () => (await thread.boundingBox())?.y;
  // Wheel scrolling continues for a moment.
  const before = await waitForStableValue(top);
  await thread.getByText(`Number 5 of ${name}`).click();
  await expect(page).toHaveURL(/\/thread\//);
  await page.goBack();
  await expect(thread).toBeInViewport();
  const after = await top();
  expect(Math.abs((after ?? 0) - (before ?? 0))).toBeLessThanOrEqual(2);
});

/** Returns the value once it has been stable for a moment. */
async function waitForStableValue<Value>(read: () => Promise<Value>): Promise<Value | undefined> {
  let value: Value | undefined;
  await expect
    .poll(
      async () => {
        const previous = value;
        value = await read();
        return value === previous;
      },
      { intervals: [200] },
    )
    .toBe(true);
  return value;
}

test('a menu fits into a low window and can be scrolled', async ({ page, request }) => {
  const [ada, ben] = [await registerUser(request), await registerUser(request)];
  const text = `Many things can be done with this, says ${ben.user.username}`;
  const id = await postThread(request, ben, text);
  await page.setViewportSize({ width: 1280, height: 480 });
  await signInAs(page, ada, `/thread/${id}`);
  await getCard(page, text).getByRole('button', { name: 'More' }).click();
  const menu = page.getByRole('menu');
  await expect(menu).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('End');
  await expect(menu.getByRole('menuitem', { name: 'Report' })).toBeInViewport({ ratio: 1 });
});
