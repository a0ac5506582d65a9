import * as routes from '@skein/contracts/routes';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { mockRoute, server } from '../../testing/api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { givenSession } from '../../testing/session.ts';
import { aThread, aFeedPage } from '../../testing/threads.ts';

vi.mock('../../pages/likes/likes-page.tsx', () => ({
  get LikesPage() {
    throw new TypeError('Failed to fetch dynamically imported module');
  },
}));

it('replaces a page that cannot be loaded, inside the layout, until another page is opened', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  givenSession();
  server.use(mockRoute(routes.listFeed, () => aFeedPage([aThread({ content: 'one' })])));
  const user = renderApp('/likes');
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  const [feed] = screen.getAllByRole('link', { name: 'Feed' });
  if (!feed) throw new Error('no navigation');
  await user.click(feed);
  expect(await screen.findByText('one')).toBeVisible();
});
