import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import * as routes from '@skein/contracts/routes';
import { mockRoute, server } from '../../../testing/api.ts';
import { renderApp } from '../../../testing/render-app.tsx';

it('describes the public thread that is opened after signing in or registering', async () => {
  server.use(
    mockRoute(routes.getPagePreview, () => {
      const author = { name: 'Ada Weaver', username: 'ada', picture: null };
      const text = 'Small repairs';
      return { kind: 'thread', author, text, image: null, hasCoveredMedia: true };
    }),
  );
  const user = renderApp('/thread/some-id');
  const waiting = within(await screen.findByRole('region', { name: 'Page to open' }));
  expect(await waiting.findByText('Ada Weaver')).toBeInTheDocument();
  expect(waiting.getByText('Small repairs')).toBeInTheDocument();
  expect(waiting.getByText('Sensitive media')).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Create an account' }));
  await screen.findByRole('button', { name: 'Get Started' });
  expect(await screen.findByText('Small repairs')).toBeInTheDocument();
});

it('says nothing about a page that is not public', async () => {
  renderApp('/profile/secret');
  expect(await screen.findByText('Sign in to open the page of the link.')).toBeInTheDocument();
});
