import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { findUntranslatedTexts } from '../testing/pseudo-locale.ts';
import { allowedTexts, installPseudoLocale } from '../testing/pseudo-locale-app.ts';
import { greekGroupId, reply, thread, viewer } from '../testing/pseudo-locale-samples.ts';
import { renderApp } from '../testing/render-app.tsx';
import { givenSession } from '../testing/session.ts';

installPseudoLocale();

it.each([
  ['/login', /./, false],
  ['/register', /./, false],
  ['/forgot-password', /./, false],
  ['/reset-password#token=x', /./, false],
  ['/end-sessions#token=x', /./, false],
  ['/restore-email#token=x', /./, false],
  ['/unsubscribe#token=x', /./, false],
  ['/verify-email#token=x', /./, false],
  ['/terms', /./, false],
  ['/feed', /Νήμα/, true],
  [`/thread/${thread.id}`, /Απάντηση/, true],
  [`/thread/${reply.id}`, /Νήμα/, true],
  [`/thread/${thread.id}/likes`, /Άδα/, true],
  [`/thread/${thread.id}/reactions`, /Άδα/, true],
  [`/thread/${thread.id}/quotes`, /Νήμα/, true],
  ['/search', /./, true],
  ['/search?q=νήμα', /Νήμα/, true],
  ['/search?q=νήμα&kind=people', /Άδα/, true],
  ['/hashtag/μαλλί', /Νήμα/, true],
  ['/likes', /Νήμα/, true],
  ['/bookmarks', /Νήμα/, true],
  ['/lists/λ', /Νήμα/, true],
  ['/mythread', /Νήμα/, true],
  ['/scheduled', /./, true],
  ['/notifications', /Άδα/, true],
  ['/notifications/filtered', /Άδα/, true],
  ['/follow-requests', /./, true],
  ['/imported-posts', /Νήμα/, true],
  ['/profile', /Χάρις/, true],
  ['/profile/αδα', /Νήμα/, true],
  ['/profile/αδα/followers', /Άδα/, true],
  ['/messages', /Γεια/, true],
  ['/messages/αδα', /Χαίρε/, true],
  [`/messages/${greekGroupId}`, /Χαίρετε/, true],
  ['/settings', /./, true],
  ['/settings/security', /Συσκευή/, true],
  ['/settings/privacy', /Άδα/, true],
  ['/settings/feeds', /Λίστα/, true],
  ['/settings/appearance', /./, true],
  ['/settings/notifications', /./, true],
  ['/settings/data', /./, true],
  ['/settings/about', /./, true],
  ['/report-messages', /Γεια/, true],
  ['/admin', /Νήμα/, true],
  ['/admin/responses', /Ευχαριστώ/, true],
])('%s shows no text that is not from a message', async (address, content, isSignedIn) => {
  if (isSignedIn) givenSession(viewer);
  renderApp(address);
  if (isSignedIn) await screen.findAllByText(content);
  else await screen.findByRole('heading', { level: 1 });
  expect(findUntranslatedTexts(allowedTexts)).toEqual([]);
});
