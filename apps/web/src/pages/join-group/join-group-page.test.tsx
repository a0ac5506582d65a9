import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { GroupInvitation } from '@skein/contracts/chat';
import { errorResponse, mockRoute, server } from '../../testing/api.ts';
import { aGroupDetails, givenGroup } from '../../testing/groups.ts';
import { renderApp } from '../../testing/render-app.tsx';

const group = aGroupDetails();

/** Signs a user in; only the token `valid` leads to the group. */
function givenInvitation(fields: Partial<GroupInvitation> = {}) {
  givenGroup(group, []);
  server.use(
    mockRoute(routes.getGroupInvitation, async (request) => {
      // The contract types the request body.
      const { token } = (await request.json()) as { token: string };
      if (token !== 'valid') return errorResponse({ status: 404 });
      return { conversationId: null, name: 'Weavers', picture: null, membersCount: 3, ...fields };
    }),
  );
}

it('shows the group of an invite link and joins it', async () => {
  givenInvitation();
  server.use(mockRoute(routes.joinGroup, () => group));
  const user = renderApp('/join#valid');
  expect(await screen.findByRole('heading', { name: 'Weavers' })).toBeVisible();
  expect(screen.getByText('3 members')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Join group' }));
  await waitFor(() => expect(window.location.pathname).toBe(`/messages/${group.id}`));
});

it('says that a link is no longer valid', async () => {
  givenInvitation();
  renderApp('/join#other');
  expect(await screen.findByText('This link is no longer valid')).toBeVisible();
});

it('shows why joining failed', async () => {
  givenInvitation();
  server.use(
    mockRoute(routes.joinGroup, () =>
      errorResponse({ status: 409, message: 'This group is full.' }),
    ),
  );
  const user = renderApp('/join#valid');
  await user.click(await screen.findByRole('button', { name: 'Join group' }));
  expect(await screen.findByText('This group is full.')).toHaveRole('alert');
});

it('links members to the chat', async () => {
  givenInvitation({ conversationId: group.id });
  renderApp('/join#valid');
  const link = await screen.findByRole('link', { name: 'Open chat' });
  expect(link).toHaveAttribute('href', `/messages/${group.id}`);
});

it('asks visitors to sign in first', async () => {
  renderApp('/join#valid');
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(window.history.state).toMatchObject({ usr: { returnPath: '/join#valid' } });
});
