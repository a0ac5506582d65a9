import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Link } from 'react-router-dom';
import * as routes from '@skein/contracts/routes';
import { createQueryClient } from '../../api/query-client.ts';
import { mockRoute, server } from '../../testing/api.ts';
import { givenSession } from '../../testing/session.ts';
import { aProfile } from '../../testing/users.ts';
import { TestRouter } from '../../testing/test-router.tsx';
import { ProfileHoverCard } from './profile-hover-card.tsx';

function renderLinks() {
  givenSession();
  const ada = aProfile({ name: 'Ada Weaver', username: 'ada', bio: 'Weaves by day.' });
  server.use(
    mockRoute(routes.getProfile, () => ada),
    mockRoute(routes.followUser, () => ({
      success: true,
      message: '',
      status: 'APPROVED',
      isFollowing: true,
      followRequestStatus: null,
    })),
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TestRouter>
        <Link to="/profile/ada">Ada</Link>
        <Link to="/profile/ada/followers">Followers</Link>
        <ProfileHoverCard />
      </TestRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const link = () => screen.getByRole('link', { name: 'Ada' });
const findCard = () => screen.findByRole('region', { name: 'Ada Weaver' });
const queryCard = () => screen.queryByRole('region');

it('appears for a hovered link, follows the user, and disappears with the pointer', async () => {
  const user = renderLinks();
  await user.hover(link());
  expect(queryCard()).toBeNull();
  expect(await findCard()).toHaveTextContent('Weaves by day.');
  const card = within(await findCard());
  await user.hover(card.getByText('Weaves by day.'));
  await user.click(card.getByRole('button', { name: 'Follow' }));
  expect(await card.findByText('Following')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Followers' }));
  await waitFor(() => expect(queryCard()).toBeNull());
});

it('is entered and left with the keyboard', async () => {
  const user = renderLinks();
  await user.tab();
  const card = within(await findCard());
  expect(link()).toHaveAttribute('aria-expanded', 'true');
  await user.tab();
  expect(card.getByRole('button', { name: 'Follow' })).toHaveFocus();
  await user.tab({ shift: true });
  expect(queryCard()).toBeNull();
  expect(link()).toHaveFocus();
  await user.tab();
  expect(screen.getByRole('link', { name: 'Followers' })).toHaveFocus();
});
