import type { Page } from '@playwright/test';
import {
  getConversation,
  listFilteredNotifications,
  listNotifications,
  listReplies,
  searchUsers,
  sendMessage,
} from '@skein/client';
import { expectAccessible } from '../support/axe.ts';
import { createApiClient } from '../support/client.ts';
import { startFederation } from '../support/federation.ts';
import type { Federation } from '../support/federation.ts';
import { expectToFit, switchScreen } from '../support/screens.ts';
import { expect, test as base } from '../support/test.ts';
import { buildUser, postThread, registerUser, signInAs } from '../support/users.ts';

const test = base.extend<{ federation: Federation }>({
  // oxlint-disable-next-line no-empty-pattern -- fixtures declare what they use by destructuring
  federation: async ({}, use) => {
    const federation = await startFederation();
    await use(federation);
    await federation.stop();
  },
  baseURL: ({ federation }, use) => use(federation.one.url),
});

/** Checks a screen on a desktop in the light theme and on a phone in the dark theme. */
async function expectGoodScreen(page: Page, name: string): Promise<void> {
  // Another journey checks the rest of the page.
  const part = 'main';
  // The header may cover a part of a control.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page, name, { part, themes: ['light'] });
  await expectToFit(page, 390, name);
  await expectAccessible(page, name, { part, themes: ['dark'] });
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('users of two servers follow each other, write replies and messages, and block', async ({
  page,
  request,
  federation: { one, two },
}) => {
  const ada = await registerUser(request, buildUser('Ada'), one.url);
  const ben = await registerUser(request, buildUser('Ben'), two.url);
  const asBen = createApiClient(request, ben.token, two.url);
  const [adasHandle, bensHandle] = [
    `${ada.user.username}@${one.domain}`,
    `${ben.user.username}@${two.domain}`,
  ];
  const findAda = async () => {
    const found = await searchUsers({ client: asBen, query: { q: `@${adasHandle}` } });
    return found.find(({ username }) => username === adasHandle)?.id ?? '';
  };
  // A search does not wait long for another server, and both load the code of federation now.
  await expect.poll(findAda).not.toBe('');
  const adaAtTwo = await findAda();
  const main = page.getByRole('main');

  await signInAs(page, ada, '/search');
  const searchBox = main.getByRole('searchbox', { name: 'Search' });
  await searchBox.fill(`@${bensHandle}`);
  await searchBox.press('Enter');
  await main.getByRole('link', { name: 'People', exact: true }).click();
  await main.getByRole('link', { name: 'Ben Lovelace' }).first().click();
  await expect(page).toHaveURL(`/profile/${bensHandle}`);
  const header = main.getByRole('region', { name: 'Ben Lovelace' });
  await expect(header.getByText(`@${two.domain}`, { exact: true })).toHaveClass(/text-muted/);
  await expect(main.getByRole('link', { name: /^Open original page/ })).toHaveAttribute(
    'href',
    `https://${two.domain}/profile/${ben.user.username}`,
  );
  await expect(main.getByText('Older threads may be missing here.')).toBeVisible();
  await main.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(main.getByRole('button', { name: 'Pending' })).toBeVisible();
  await expectGoodScreen(page, 'a profile of another server');

  // The page shows when the other server has accepted the request.
  await expect(main.getByRole('button', { name: 'Following', exact: true })).toBeVisible();

  await main.getByRole('link', { name: 'Message' }).click();
  await expect(main.getByText(/the administrators of two\.example .* can read them/)).toBeVisible();
  const messageBox = page.getByRole('textbox', { name: 'Write your message' });
  await messageBox.fill('Which knot holds?');
  await messageBox.press('Enter');
  const threadId = await postThread(request, ben, 'A bowline in five steps');
  const listMessages = async () => {
    const { content } = await getConversation({ client: asBen, path: { userId: adaAtTwo } });
    return content.map(({ content: text }) => text);
  };
  await expect.poll(listMessages).toEqual(['Which knot holds?']);
  await sendMessage({ client: asBen, body: { receiverId: adaAtTwo, content: 'The bowline' } });
  await expect(page.getByRole('log').getByText('The bowline')).toBeVisible();
  await expectGoodScreen(page, 'a conversation with another server');

  await switchScreen(page, '/feed?feed=following');
  const card = main.getByRole('article').filter({ hasText: 'A bowline in five steps' });
  await expect(card).toBeVisible();
  await postThread(request, ben, 'A sheet bend in four');
  await page.getByRole('button', { name: '1 new thread' }).click();
  await expect(main.getByText('A sheet bend in four')).toBeVisible();
  await card.getByRole('button', { name: 'Like', exact: true }).click();
  await card.getByText('A bowline in five steps').click();
  await page.getByRole('button', { name: 'Reply to Ben Lovelace...' }).click();
  await page.getByRole('textbox', { name: 'Text' }).fill('It held.');
  await page.getByRole('button', { name: 'Reply', exact: true }).last().click();
  await expect(page.getByRole('heading', { name: '1 Reply' })).toBeVisible();
  await expectGoodScreen(page, 'a thread of another server');
  const listTypes = async () => {
    const { content } = await listNotifications({ client: asBen });
    return content.map(({ type }) => type).toSorted();
  };
  await expect.poll(listTypes).toEqual(['follow', 'like']);
  // Replies of new accounts that the author does not follow wait for a decision.
  const listFiltered = () => listFilteredNotifications({ client: asBen });
  await expect.poll(listFiltered).toMatchObject([{ user: { username: adasHandle }, count: 1 }]);
  const { content: replies } = await listReplies({ client: asBen, path: { threadId } });
  expect(replies).toMatchObject([{ content: 'It held.', userUsername: adasHandle }]);

  await switchScreen(page, '/settings/privacy');
  await page.getByRole('textbox', { name: 'Domain of a server' }).fill(two.domain);
  await page.getByRole('button', { name: 'Block server' }).click();
  await expect(page.getByRole('button', { name: `Unblock ${two.domain}` })).toBeVisible();
  await expectGoodScreen(page, 'the settings with a blocked server');
  await switchScreen(page, '/feed?feed=following');
  await expect(main.getByText('A bowline in five steps')).toBeHidden();
});
