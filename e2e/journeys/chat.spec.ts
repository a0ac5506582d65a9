import type { Page } from '@playwright/test';
import { startPausingProxy } from '../support/pausing-proxy.ts';
import { signInAs, follow, registerUser } from '../support/users.ts';
import type { Account } from '../support/users.ts';
import { drawPicture } from '../support/pictures.ts';
import { expect, test } from '../support/test.ts';

const getMessageTexts = (page: Page) => page.getByRole('log');
const messageBox = (page: Page) => page.getByRole('textbox', { name: 'Write your message' });

/** Opens a conversation and waits until the event stream is connected. */
async function openChat(page: Page, account: Account, partner: Account): Promise<void> {
  await signInAs(page, account, `/messages/${partner.user.username}`);
  await expect(messageBox(page)).toBeVisible();
}

async function sendMessage(page: Page, text: string): Promise<void> {
  await messageBox(page).fill(text);
  await messageBox(page).press('Enter');
  await expect(getMessageTexts(page).getByText(text)).toBeVisible();
}

test('two users exchange messages with typing indicators and read receipts', async ({
  page,
  request,
  otherPage,
}) => {
  const [ada, ben] = [await registerUser(request), await registerUser(request)];
  // Ben follows Ada, so that she finds him in the follower search.
  await follow(request, ben, ada);
  await signInAs(page, ada, '/messages');
  await expect(page.getByText('No conversation selected')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search followers to chat' }).fill('LOVE');
  await page.getByRole('link', { name: `@${ben.user.username}` }).click();
  await expect(page).toHaveURL(`/messages/${ben.user.username}`);
  await expect(page.getByRole('link', { name: 'View profile' })).toBeVisible();
  await sendMessage(page, 'Have you seen the loom?');
  await expect(getMessageTexts(page).getByText('Sent', { exact: true })).toBeVisible();

  // Ben sees an unread badge in the navigation and in the list.
  await signInAs(otherPage, ben);
  await otherPage.getByRole('link', { name: 'Messages, 1 unread' }).click();
  const entry = otherPage.getByRole('link', { name: /Have you seen the loom/ });
  await expect(entry).toContainText('1 unread message');
  await entry.click();
  await expect(getMessageTexts(otherPage).getByText('Have you seen the loom?')).toBeVisible();
  await expect(entry).not.toContainText('unread');
  await expect(otherPage.getByRole('link', { name: 'Messages', exact: true })).toBeVisible();
  await otherPage.bringToFront();
  await expect(getMessageTexts(page).getByText('Seen', { exact: true })).toBeVisible();

  await messageBox(otherPage).pressSequentially('Which');
  await expect(page.getByText('Ada Lovelace is typing')).toBeVisible();
  await messageBox(otherPage).fill('Which one?\nThe old one?');
  await messageBox(otherPage).press('Enter');
  await expect(getMessageTexts(page).getByText('Which one?')).toBeVisible();
  await expect(page.getByText('Ada Lovelace is typing')).toBeHidden();
});

test('an edited message changes and a deleted one disappears for both members', async ({
  page,
  request,
  otherPage,
}) => {
  const [ada, ben] = [await registerUser(request), await registerUser(request)];
  await openChat(page, ada, ben);
  await openChat(otherPage, ben, ada);
  await sendMessage(page, 'Only for your ears');
  await expect(getMessageTexts(otherPage).getByText('Only for your ears')).toBeVisible();
  await messageBox(page).press('ArrowUp');
  const editBox = page.getByRole('textbox', { name: 'Edit message' });
  await expect(editBox).toHaveValue('Only for your ears');
  await editBox.fill('Not for your eyes');
  await editBox.press('Enter');
  await expect(getMessageTexts(otherPage).getByText('Not for your eyes')).toBeVisible();
  for (const browser of [page, otherPage])
    await expect(getMessageTexts(browser).getByText('Edited', { exact: true })).toBeVisible();
  await getMessageTexts(page).getByText('Not for your eyes').hover();
  await page.getByRole('button', { name: 'Message actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const confirmation = page.getByRole('alertdialog');
  // A menu that has faded out must not take the focus from the dialog.
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  for (const browser of [page, otherPage]) {
    await expect(getMessageTexts(browser).getByText('Message deleted')).toBeVisible();
    await expect(getMessageTexts(browser).getByText('Not for your eyes')).toBeHidden();
  }
});

test('a message contains a picture with a description', async ({ page, request, otherPage }) => {
  const [ada, ben] = [await registerUser(request), await registerUser(request)];
  await openChat(page, ada, ben);
  await openChat(otherPage, ben, ada);
  const picture = await drawPicture(page, {
    name: 'loom.png',
    colour: '#264',
    width: 640,
    height: 480,
  });
  await page.locator('input[type=file]').setInputFiles([picture]);
  await page.getByRole('button', { name: 'ALT: describe loom.png' }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('A loom seen from above');
  await messageBox(page).fill('Here it is');
  await page.getByRole('button', { name: 'Send' }).click();
  for (const browser of [page, otherPage]) {
    await expect(getMessageTexts(browser).getByText('Here it is')).toBeVisible();
    const image = getMessageTexts(browser).getByRole('img', { name: 'A loom seen from above' });
    await expect
      .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBeGreaterThan(0);
  }
  await page.getByRole('button', { name: /^Open the picture/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a voice message is recorded, listened to, sent and played', async ({
  page,
  request,
  otherPage,
}) => {
  const [ada, ben] = [await registerUser(request), await registerUser(request)];
  await openChat(page, ada, ben);
  await openChat(otherPage, ben, ada);
  await page.getByRole('button', { name: 'Record a voice message' }).click();
  const recorder = page.getByRole('group', { name: 'Voice message', exact: true });
  await expect(recorder.getByRole('timer')).toHaveText('0:02');
  await recorder.getByRole('button', { name: 'Stop recording' }).click();
  await expect(recorder.getByRole('group', { name: /^Voice message, 0:\d\d$/ })).toBeVisible();
  await recorder.getByRole('button', { name: 'Send' }).click();
  await expect(messageBox(page)).toBeFocused();
  for (const browser of [page, otherPage]) {
    const message = getMessageTexts(browser).getByRole('group', {
      name: /^Voice message, 0:\d\d$/,
    });
    await message.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(message.getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect
      .poll(() => message.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime))
      .toBeGreaterThan(0.2);
  }
  await page.getByRole('button', { name: 'Record a voice message' }).click();
  await recorder.getByRole('button', { name: 'Discard the recording' }).click();
  await expect(recorder).toBeHidden();
  await expect(messageBox(page)).toBeFocused();
});

test('a failed message returns to the text box, and missed messages arrive once', async ({
  page,
  request,
  otherPage,
  context,
}) => {
  const [ada, ben] = [await registerUser(request), await registerUser(request)];
  await openChat(page, ada, ben);
  await openChat(otherPage, ben, ada);
  await sendMessage(page, 'Before the outage');
  // Toasts are loaded with the first interaction. Journeys have no service worker that would keep their code.
  await expect(page.getByRole('region', { name: 'Notices' })).toBeAttached();
  await context.setOffline(true);
  await messageBox(page).fill('During the outage');
  await messageBox(page).press('Enter');
  await expect(page.getByText('Failed to send message. Please try again.')).toBeVisible();
  await expect(messageBox(page)).toHaveValue('During the outage');
  for (const text of ['One', 'Two', 'Three']) await sendMessage(otherPage, text);

  await context.setOffline(false);
  await expect(getMessageTexts(page).getByText('Three', { exact: true })).toBeVisible();
  await messageBox(page).press('Enter');
  await expect(getMessageTexts(otherPage).getByText('During the outage')).toBeVisible();
  for (const browser of [page, otherPage]) {
    const texts = await getMessageTexts(browser)
      .getByText(/^(Before|During|One|Two|Three)/)
      .allInnerTexts();
    expect(texts).toEqual(['Before the outage', 'One', 'Two', 'Three', 'During the outage']);
  }
});

test('text that is typed quickly in one of two tabs on a slow device is sent completely', async ({
  page,
  context,
  request,
}) => {
  const [ada, ben] = [await registerUser(request), await registerUser(request)];
  await openChat(page, ada, ben);
  const otherTab = await context.newPage();
  await otherTab.goto(page.url());
  await expect(messageBox(otherTab)).toBeVisible();
  await page.bringToFront();
  for (const tab of [page, otherTab]) {
    const devTools = await context.newCDPSession(tab);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  }
  const text = Array.from({ length: 20 }, (_, index) => `w${index % 10}`).join(' ');
  await messageBox(page).pressSequentially(text, { delay: 20 });
  await expect(messageBox(page)).toHaveValue(text);
  await messageBox(page).press('Enter');
  await expect(getMessageTexts(page).getByText(text)).toBeVisible();
  await expect(messageBox(otherTab)).toHaveValue('');
});

test('two devices of one user stay synchronized, and the other user sees reactions', async ({
  page,
  request,
  otherPage,
}) => {
  const [ada, ben] = [await registerUser(request), await registerUser(request)];
  await openChat(page, ada, ben);
  await openChat(otherPage, ada, ben);
  await sendMessage(page, 'From the desk');
  await expect(getMessageTexts(otherPage).getByText('From the desk')).toBeVisible();
  await sendMessage(otherPage, 'From the sofa');
  await expect(getMessageTexts(page).getByText('From the sofa')).toBeVisible();

  await signInAs(otherPage, ben, `/messages/${ada.user.username}`);
  await getMessageTexts(page).getByText('From the sofa').hover();
  await page.getByRole('button', { name: 'React', exact: true }).last().click();
  await page.getByRole('button', { name: 'React with 👍' }).click();
  const reaction = getMessageTexts(otherPage).getByRole('button', { name: /reacted with/ });
  await expect(reaction).toHaveAccessibleName('Ada Lovelace reacted with 👍');
  await reaction.click();
  await expect(getMessageTexts(page).getByRole('button', { name: /^You and/ })).toHaveText('👍2');
  await getMessageTexts(page).getByText('From the sofa').hover();
  await page.getByRole('button', { name: 'React', exact: true }).last().click();
  await page.getByRole('button', { name: 'More emojis' }).click();
  await page.getByRole('searchbox', { name: 'Search emojis' }).fill('yarn');
  await page.getByRole('gridcell', { name: /yarn/i }).click();
  await expect(getMessageTexts(otherPage).getByRole('button', { name: /🧶/ })).toBeVisible();
  await expect(
    getMessageTexts(otherPage).getByRole('button', { name: /^You reacted/ }),
  ).toBeVisible();

  await getMessageTexts(otherPage).getByText('From the desk').hover();
  await otherPage.getByRole('button', { name: 'Reply', exact: true }).first().click();
  await sendMessage(otherPage, 'Which desk?');
  const quote = getMessageTexts(page).getByRole('button', {
    name: 'Reply to your message: From the desk',
  });
  await quote.click();
  const quoted = page.locator('[data-message]', { hasText: 'From the desk' }).first();
  await expect(quoted.locator(':focus')).toBeAttached();
});

test('scrolling up loads older messages without a jump', async ({ page, request }) => {
  const [ada, ben] = [await registerUser(request), await registerUser(request)];
  for (let number = 1; number <= 58; number += 1) {
    const response = await request.post('/api/chat/send', {
      headers: { Authorization: `Bearer ${ben.token}` },
      data: { receiverId: ada.user.id, content: `Line ${number}` },
    });
    expect(response.status()).toBe(201);
  }
  await openChat(page, ada, ben);
  await expect(getMessageTexts(page).getByText('Line 1', { exact: true })).toBeHidden();
  await getMessageTexts(page).evaluate((log) => log.scrollTo(0, -log.scrollHeight / 2));
  const middle = getMessageTexts(page).getByText('Line 30', { exact: true });
  await middle.scrollIntoViewIfNeeded();
  const before = (await middle.boundingBox())?.y;
  await expect(getMessageTexts(page).getByText('Line 1', { exact: true })).toHaveCount(1);
  expect(Math.abs(((await middle.boundingBox())?.y ?? 0) - (before ?? 0))).toBeLessThan(2);
});

test('a message sent just before closing the page arrives', async ({
  browser,
  request,
  baseURL,
}) => {
  const [ada, ben] = [await registerUser(request), await registerUser(request)];
  await using proxy = await startPausingProxy(baseURL ?? '');
  await using context = await browser.newContext({ baseURL: proxy.url });
  const page = await context.newPage();
  await openChat(page, ada, ben);
  await messageBox(page).fill('Last words');
  proxy.pause();
  await messageBox(page).press('Enter');
  await expect(getMessageTexts(page).getByText('Last words')).toBeVisible();
  await page.goto('about:blank');
  proxy.resume();
  await openChat(page, ben, ada);
  await expect(getMessageTexts(page).getByText('Last words')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the list opens a conversation and the back button returns to the list', async ({
    page,
    request,
  }) => {
    const [ada, ben] = [await registerUser(request), await registerUser(request)];
    await signInAs(page, ada, `/profile/${ben.user.username}`);
    await page.getByRole('main').getByRole('link', { name: 'Message', exact: true }).click();
    await sendMessage(page, 'On the way');
    await page.goto('/messages');
    await expect(messageBox(page)).toBeHidden();
    await page.getByRole('link', { name: /You: On the way/ }).click();
    await expect(getMessageTexts(page).getByText('On the way')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Chats' })).toBeHidden();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('heading', { name: 'Chats' })).toBeVisible();
    await page.getByRole('link', { name: /You: On the way/ }).click();
    await page.getByRole('button', { name: 'Conversation info' }).click();
    await expect(page.getByRole('switch', { name: 'Mute Notification' })).toBeChecked();
    await page.getByRole('button', { name: 'Delete Chat' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No chats yet.')).toBeVisible();
  });
});
