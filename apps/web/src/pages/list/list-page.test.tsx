import { cleanup, screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { UserList } from '@skein/contracts/lists';
import { mockRoute, server } from '../../testing/api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { givenNothingTrending } from '../../testing/search.ts';
import { aUsersPage } from '../../testing/settings.ts';
import { anId, aThread, aThreadPage } from '../../testing/threads.ts';
import { aListedUser } from '../../testing/users.ts';

const friends: UserList = {
  id: anId(),
  name: 'Friends',
  membersCount: 1,
  createdAt: '2026-11-20T10:00:00.000Z',
};

beforeEach(() => {
  givenNothingTrending();
  server.use(
    mockRoute(routes.listUserLists, () => [friends]),
    mockRoute(routes.listListThreads, () => aThreadPage([aThread({ content: 'From a friend' })])),
  );
});

it('shows the threads of the list, and the list as a tab of the feed', async () => {
  renderApp(`/lists/${friends.id}`);
  expect(await screen.findByText('From a friend')).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Friends' })).toBeVisible();
  const tabs = within(screen.getByRole('navigation', { name: 'Which threads' }));
  expect(tabs.getByRole('link', { current: 'page' })).toHaveTextContent('Friends');
  const main = within(screen.getAllByRole('navigation', { name: 'Main' })[0] ?? document.body);
  expect(main.getByRole('link', { current: 'page' })).toHaveTextContent('Feed');
});

it('shows the tabs of the last visit before the response arrives', async () => {
  renderApp(`/lists/${friends.id}`);
  await screen.findByRole('link', { name: 'Friends' });
  cleanup();
  server.use(mockRoute(routes.listUserLists, () => new Promise<never>(() => undefined)));
  renderApp(`/lists/${friends.id}`);
  expect(await screen.findByRole('link', { name: 'Friends' })).toBeVisible();
});

it('lists the members, and removes one', async () => {
  const ada = aListedUser();
  let members = [ada];
  server.use(
    mockRoute(routes.listListMembers, () => aUsersPage(members)),
    mockRoute(routes.removeListMember, () => {
      members = [];
      return { success: true, message: '' };
    }),
  );
  const user = renderApp(`/lists/${friends.id}`);
  await user.click(await screen.findByRole('button', { name: '1 member' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Members of Friends' }));
  await user.click(await dialog.findByRole('button', { name: 'Remove Ada Weaver from the list' }));
  expect(await dialog.findByText(/Nobody is in this list yet/)).toBeVisible();
});

it('says that a list does not exist', async () => {
  renderApp('/lists/unknown');
  expect(await screen.findByText("This list doesn't exist")).toBeVisible();
});
