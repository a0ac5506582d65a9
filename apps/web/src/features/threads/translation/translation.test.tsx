import * as routes from '@skein/contracts/routes';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { errorResponse, mockRoute, server } from '../../../testing/api.ts';
import { renderCard } from '../../../testing/render-card.tsx';

const meta = document.createElement('meta');
meta.name = 'translation';
meta.content = 'on';

beforeEach(() => document.head.append(meta));

afterEach(() => meta.remove());

const german = { content: 'Hallo #wool', language: 'de', audience: 'public' } as const;

it('translates a thread in another language, with working links, and shows the original again', async () => {
  server.use(
    mockRoute(routes.getTranslation, ({ url }) => ({
      content: `Hello #wool in <b>${new URL(url).searchParams.get('language')}</b>`,
      contentWarning: null,
      sourceLanguage: 'de',
      language: 'en',
      provider: 'LibreTranslate',
    })),
  );
  const { user } = renderCard(german);
  await user.click(await screen.findByRole('button', { name: 'Translate' }));
  expect(await screen.findByText('Translated from German by LibreTranslate')).toBeVisible();
  expect(screen.getByText('Hello')).toBeVisible();
  // The text is not HTML.
  expect(screen.getByText('in <b>en</b>')).toBeVisible();
  expect(screen.getByRole('link', { name: '#wool' })).toHaveAttribute('href', '/hashtag/wool');
  await user.click(screen.getByRole('button', { name: 'Show original' }));
  expect(screen.getByText('Hallo')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Translate' })).toBeVisible();
});

it('says why a thread cannot be translated', async () => {
  server.use(
    mockRoute(routes.getTranslation, () =>
      errorResponse({ status: 403, code: 'forbidden', message: 'Not for everyone.' }),
    ),
  );
  const { user } = renderCard(german);
  await user.click(await screen.findByRole('button', { name: 'Translate' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Not for everyone.');
  expect(screen.getByText('Hallo')).toBeVisible();
});

it.each([
  ['in the language of the app', { ...german, language: 'en' }],
  ['in an unknown language', { ...german, language: null }],
  ['for followers', { ...german, audience: 'followers' as const }],
])('is not offered for a thread %s', (_, fields) => {
  renderCard(fields);
  expect(screen.queryByRole('button', { name: 'Translate' })).not.toBeInTheDocument();
});

it('is not offered without a service', () => {
  meta.remove();
  renderCard(german);
  expect(screen.queryByRole('button', { name: 'Translate' })).not.toBeInTheDocument();
});
