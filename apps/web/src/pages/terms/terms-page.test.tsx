import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import * as routes from '@skein/contracts/routes';
import { mockRoute, errorResponse, server } from '../../testing/api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { anId } from '../../testing/threads.ts';
import { givenSession } from '../../testing/session.ts';

it('shows the built-in terms of use without sign-in', async () => {
  renderApp('/terms');
  expect(await screen.findByRole('heading', { level: 1, name: 'Terms of use' })).toBeVisible();
  expect(await screen.findAllByRole('listitem')).toHaveLength(5);
  expect(screen.getByText(/lets Skein show it to the people you chose/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeVisible();
});

it('shows the terms of the operator as text, never as HTML', async () => {
  const text =
    '## House rules\n\nBe **kind**. <b>Ask</b> [us](https://skein.example).\n\n- No spam\n\n#### Last';
  server.use(mockRoute(routes.getTerms, () => ({ text })));
  givenSession();
  renderApp('/terms');
  expect(await screen.findByRole('heading', { level: 2, name: 'House rules' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 3, name: 'Last' })).toBeVisible();
  expect(screen.getByText('kind').tagName).toBe('STRONG');
  expect(screen.getByText(/<b>Ask<\/b>/)).toBeVisible();
  const link = screen.getByRole('link', { name: 'us' });
  expect(link).toHaveAttribute('href', 'https://skein.example');
  expect(link).toHaveAttribute('rel', 'nofollow noopener noreferrer');
  expect(screen.getByRole('listitem')).toHaveTextContent('No spam');
  expect(screen.getByRole('link', { name: 'Back to Feed' })).toBeVisible();
});

it.each([
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['<svg onload=alert(1)>', '<svg onload=alert(1)>'],
  ['Look: <img src=x onerror=alert(1)>', 'Look: <img src=x onerror=alert(1)>'],
  ['![A cat](https://evil.example/cat.png)', 'A cat'],
  ['[here](javascript:alert(1))', '[here](javascript:alert(1))'],
])('shows %s without running or loading anything', async (text, shown) => {
  server.use(mockRoute(routes.getTerms, () => ({ text })));
  renderApp('/terms');
  expect(await screen.findByText(shown)).toBeVisible();
  const main = screen.getByRole('main');
  expect(main.querySelector('script, svg, img')).toBeNull();
  expect(main.innerHTML).not.toContain('href="javascript');
});

it('shows what the instance is, its rules and its privacy policy', async () => {
  server.use(
    mockRoute(routes.getInstance, () => ({
      name: 'Skein',
      description: 'Every Tuesday',
      contactEmail: 'mail@club.example',
      version: '1.2.3',
      administrators: [{ name: 'Ada Weaver', username: 'ada' }],
      users: 1234,
      threads: 5,
      addressDays: 90,
      uploads: { maxBytes: { image: 1, video: 1, audio: 1, document: 1 }, formats: [] },
    })),
    mockRoute(routes.getInstancePage, ({ url }) => ({
      text: url.endsWith('about') ? 'We are **old**.' : null,
      updatedAt: null,
    })),
    mockRoute(routes.listRules, () => [
      { id: anId(), title: 'Be kind', description: 'To everyone' },
    ]),
  );
  const user = renderApp('/about');
  expect(await screen.findByText('Every Tuesday')).toBeVisible();
  expect((await screen.findByText('old')).tagName).toBe('STRONG');
  expect(screen.getByRole('link', { name: 'mail@club.example' })).toBeVisible();
  expect(screen.getByRole('link', { name: '@ada' })).toHaveAttribute('href', '/profile/ada');
  expect(screen.getByText('1,234')).toBeVisible();
  expect(screen.getByText('Be kind')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Rules' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Rules' })).toBeVisible();
  expect(await screen.findByText('Be kind')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Privacy policy' }));
  expect(await screen.findByText(/haven't written a privacy policy/)).toBeVisible();
  expect(screen.getByRole('heading', { level: 2, name: 'How long data is kept' })).toBeVisible();
  expect(screen.getByText(/registration: after 90 days/)).toBeVisible();
});

it('offers a retry if the terms cannot be loaded', async () => {
  server.use(mockRoute(routes.getTerms, () => errorResponse({ status: 503 })));
  const user = renderApp('/terms');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  server.use(mockRoute(routes.getTerms, () => ({ text: 'Be kind.' })));
  await user.click(retry);
  expect(await screen.findByText('Be kind.')).toBeVisible();
});

it.each(['/login', '/register'])('is linked from %s', async (address) => {
  const user = renderApp(address);
  await user.click(await screen.findByRole('link', { name: 'Terms of use' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Terms of use' })).toBeVisible();
  expect(window.location.pathname).toBe('/terms');
});
