import * as routes from '@skein/contracts/routes';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { errorResponse, mockRoute, server } from '../../testing/api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { anId } from '../../testing/threads.ts';

it('appeals with the token of an email, without a session', async () => {
  const sent = vi.fn<(body: unknown) => void>();
  server.use(
    mockRoute(routes.findAppealableStrike, () => ({
      id: anId(),
      action: 'suspend',
      rules: [],
      text: 'No bridges, please',
      threadText: null,
      createdAt: '2026-11-20T10:00:00.000Z',
      endsAt: null,
      liftedAt: null,
      appeal: null,
      isAutomatic: false,
      appealableUntil: '2026-12-10T10:00:00.000Z',
    })),
    mockRoute(routes.appealByToken, async (request) => {
      sent(await request.json());
      return { success: true, message: 'Your appeal was sent.' };
    }),
  );
  const user = renderApp('/appeal#token=secret');
  expect(await screen.findByText('No bridges, please')).toBeVisible();
  await user.type(screen.getByLabelText('Why is this a mistake?'), 'I sold none');
  await user.click(screen.getByRole('button', { name: 'Send appeal' }));
  expect(await screen.findByRole('heading', { name: 'Your appeal was sent' })).toBeVisible();
  expect(sent).toHaveBeenCalledExactlyOnceWith({ token: 'secret', text: 'I sold none' });
});

it('reports an invalid link', async () => {
  server.use(
    mockRoute(routes.findAppealableStrike, () =>
      errorResponse({ status: 400, code: 'validation_failed' }),
    ),
  );
  renderApp('/appeal#token=wrong');
  expect(await screen.findByText('This link is invalid or has expired.')).toBeVisible();
});
