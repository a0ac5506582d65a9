import { screen } from '@testing-library/react';
import * as routes from '@skein/contracts/routes';
import type { SavedProtection } from '@skein/contracts/moderation';
import { expect, it, vi } from 'vitest';
import { errorResponse, mockRoute, server } from '../../testing/api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aUser, givenSession } from '../../testing/session.ts';

const saved: SavedProtection = {
  version: 3,
  rules: {
    limitsNewAccounts: true,
    rejectsRepeatedTexts: true,
    limitsReportedAccounts: true,
    reportersMin: 5,
    excludedHashtags: ['spam'],
  },
  limits: [
    { name: 'newAccountMentions', max: 20, seconds: 86_400 },
    { name: 'repeatedTexts', max: 10, seconds: 3600 },
  ],
};

it('shows every rule with its numbers, changes them, and shows why a hashtag is rejected', async () => {
  const received = vi.fn<(body: unknown) => void>();
  const administrator = givenSession(aUser({ isAdmin: true, role: 'admin' }));
  server.use(
    mockRoute(routes.getCurrentUser, () => administrator),
    mockRoute(routes.getProtection, () => saved),
    mockRoute(routes.updateProtection, async (request) => {
      const body = (await request.json()) as Pick<SavedProtection, 'rules'>;
      received(body);
      if (body.rules.excludedHashtags.includes('!')) {
        const issue = { path: 'rules.excludedHashtags', message: "“!” isn't a hashtag." };
        return errorResponse({ status: 400, code: 'validation_failed', errors: [issue] });
      }
      return {
        ...saved,
        version: 4,
        rules: { ...body.rules, excludedHashtags: ['casino', 'spam'] },
      };
    }),
  );
  const user = renderApp('/admin/protection');
  expect(await screen.findByText('20 in 24 hours')).toBeVisible();
  expect(screen.getByText('10 in one hour')).toBeVisible();
  await user.click(screen.getByRole('switch', { name: 'Lower limits for new accounts' }));
  await user.clear(screen.getByLabelText('People who report it within 24 hours'));
  await user.type(screen.getByLabelText('People who report it within 24 hours'), '8');
  const hashtags = screen.getByLabelText(/^Hashtags excluded from trends/);
  expect(hashtags).toHaveValue('#spam');
  await user.type(hashtags, ' !');
  await user.click(screen.getByRole('button', { name: 'Save protection' }));
  expect(await screen.findByText("“!” isn't a hashtag.")).toBeVisible();
  await user.clear(hashtags);
  await user.type(hashtags, '#spam, Casino');
  await user.click(screen.getByRole('button', { name: 'Save protection' }));
  expect(await screen.findByText('Protection saved')).toBeVisible();
  expect(received).toHaveBeenLastCalledWith({
    version: 3,
    rules: {
      ...saved.rules,
      limitsNewAccounts: false,
      reportersMin: 8,
      excludedHashtags: ['#spam', 'Casino'],
    },
  });
  expect(hashtags).toHaveValue('#casino #spam');
});
