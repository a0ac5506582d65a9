import { screen, within } from '@testing-library/react';
import * as routes from '@skein/contracts/routes';
import type { Webhook, WebhookDelivery } from '@skein/contracts/webhooks';
import { beforeEach, expect, it, vi } from 'vitest';
import { errorResponse, mockRoute, server } from '../../testing/api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aUser, givenSession } from '../../testing/session.ts';
import { anId } from '../../testing/threads.ts';

const received = vi.fn<(body: unknown) => void>();
const time = '2026-11-20T10:00:00.000Z';
const done = (message: string) => ({ success: true, message }) as const;
const aWebhook = (fields: Partial<Webhook> = {}): Webhook => ({
  id: anId(),
  url: 'https://bot.example/hook',
  events: ['report.created'],
  hashtag: null,
  createdAt: time,
  status: 'enabled',
  lastSuccessAt: null,
  ...fields,
});

beforeEach(() => {
  received.mockClear();
  const administrator = givenSession(aUser({ isAdmin: true, role: 'admin' }));
  server.use(mockRoute(routes.getCurrentUser, () => administrator));
});

it('creates a webhook, and shows its secret and the errors of the server', async () => {
  let webhooks: Webhook[] = [];
  server.use(
    mockRoute(routes.listWebhooks, () => webhooks),
    mockRoute(routes.createWebhook, async (request) => {
      received(await request.json());
      const webhook = aWebhook({ events: ['thread.posted'], hashtag: 'news' });
      webhooks = [webhook];
      return { webhook, secret: 'whsec_c2VjcmV0' };
    }),
  );
  const user = renderApp('/admin/webhooks');
  expect(await screen.findByText('There are no webhooks.')).toBeVisible();
  await user.type(screen.getByLabelText('Address'), 'https://bot.example/hook');
  await user.click(screen.getByRole('checkbox', { name: 'A report was created' }));
  await user.click(screen.getByRole('checkbox', { name: /^A public thread/ }));
  await user.type(screen.getByLabelText('Hashtag'), 'news');
  await user.click(screen.getByRole('button', { name: 'Create webhook' }));
  expect(await screen.findByLabelText(/^Secret for the signature/)).toHaveValue('whsec_c2VjcmV0');
  expect(received).toHaveBeenCalledExactlyOnceWith({
    url: 'https://bot.example/hook',
    events: ['thread.posted'],
    hashtag: 'news',
  });
  expect(await screen.findByText(/: #news$/)).toBeVisible();

  server.use(
    mockRoute(routes.createWebhook, () =>
      errorResponse({
        status: 400,
        code: 'validation_failed',
        errors: [{ path: 'events', message: 'Choose at least one event.' }],
      }),
    ),
  );
  await user.click(screen.getByRole('button', { name: 'Create webhook' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Choose at least one event.');
});

it('enables a broken webhook, replaces its secret and sends a delivery again', async () => {
  let webhook = aWebhook({ status: 'broken' });
  const delivery: WebhookDelivery = {
    id: anId(),
    event: 'report.created',
    createdAt: time,
    status: 'failed',
    attempts: 8,
    nextAttemptAt: null,
    responseStatus: null,
    error: 'timeout',
  };
  server.use(
    mockRoute(routes.listWebhooks, () => [webhook]),
    mockRoute(routes.updateWebhook, async (request) => {
      received(await request.json());
      webhook = { ...webhook, status: 'enabled' };
      return done('The webhook is enabled.');
    }),
    mockRoute(routes.rotateWebhookSecret, () => ({ secret: 'whsec_bmV3' })),
    mockRoute(routes.listWebhookDeliveries, () => ({
      content: [delivery],
      page: 0,
      size: 20,
      last: true,
      nextCursor: null,
    })),
    mockRoute(routes.redeliverWebhook, () => done('The event is being sent again.')),
  );
  const user = renderApp('/admin/webhooks');
  expect(await screen.findByText('Disabled after failed deliveries')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Enable' }));
  expect(await screen.findByText('Enabled')).toBeVisible();
  expect(received).toHaveBeenCalledExactlyOnceWith({ isEnabled: true });
  await user.click(screen.getByRole('button', { name: 'Replace secret' }));
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('button', { name: 'Replace secret' }));
  expect(await screen.findByLabelText(/^Secret for the signature/)).toHaveValue('whsec_bmV3');
  await user.click(screen.getByRole('button', { name: 'Deliveries' }));
  const text = '8 attempts · No response within 10 seconds';
  expect(await screen.findByText(text)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('The event is being sent again.')).toBeVisible();
});
