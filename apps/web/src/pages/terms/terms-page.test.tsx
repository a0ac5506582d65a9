import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { getTerms } from '@skein/contracts/instance';
import { mockRoute, errorResponse, server } from '../../testing/api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { givenSession } from '../../testing/session.ts';

it('shows the built-in terms of use without sign-in', async () => {
  renderApp('/terms');
  expect(await screen.findByRole('heading', { level: 1, name: 'Terms of use' })).toBeVisible();
  expect(await screen.findAllByRole('listitem')).toHaveLength(5);
  expect(screen.getByText(/lets Skein show it to the people you chose/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeVisible();
});

it('shows the terms of the operator as text, never as HTML', async () => {
  const text = '# House rules\n\nBe **kind**. <b>Ask</b> [us](https://skein.example).\n\n- No spam';
  server.use(mockRoute<typeof getTerms>('GET', '/instance/terms', () => ({ text })));
  givenSession();
  renderApp('/terms');
  expect(await screen.findByRole('heading', { level: 2, name: 'House rules' })).toBeVisible();
  expect(screen.getByText('kind').tagName).toBe('STRONG');
  expect(screen.getByText(/<b>Ask<\/b>/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'us' })).toHaveAttribute('href', 'https://skein.example');
  expect(screen.getByRole('listitem')).toHaveTextContent('No spam');
  expect(screen.getByRole('link', { name: 'Back to Feed' })).toBeVisible();
});

it('offers a retry if the terms cannot be loaded', async () => {
  server.use(
    mockRoute<typeof getTerms>('GET', '/instance/terms', () => errorResponse({ status: 503 })),
  );
  const user = renderApp('/terms');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  server.use(mockRoute<typeof getTerms>('GET', '/instance/terms', () => ({ text: 'Be kind.' })));
  await user.click(retry);
  expect(await screen.findByText('Be kind.')).toBeVisible();
});

it.each(['/login', '/register'])('is linked from %s', async (address) => {
  const user = renderApp(address);
  await user.click(await screen.findByRole('link', { name: 'Terms of use' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Terms of use' })).toBeVisible();
  expect(window.location.pathname).toBe('/terms');
});
