import * as routes from '@skein/contracts/routes';
import { moderationNotificationTypes, notificationTypes } from '@skein/contracts/constants';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Toasts } from '../../../ui/toasts.tsx';
import { createQueryClient } from '../../../api/query-client.ts';
import { mockRoute, errorResponse, server } from '../../../testing/api.ts';
import { givenSession } from '../../../testing/session.ts';
import { anId } from '../../../testing/threads.ts';
import { NotificationSettings } from './notification-settings.tsx';

function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <NotificationSettings />
      <Toasts />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

/** Stubs a browser with push support whose permission prompt returns `choice`. */
function givenPush(permission: NotificationPermission, choice = permission) {
  const subscription = {
    unsubscribe: vi.fn<() => Promise<boolean>>(async () => {
      current = null;
      return true;
    }),
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'key', auth: 'secret' } }),
  };
  let current: typeof subscription | null = null;
  const subscribe = vi.fn<() => Promise<typeof subscription>>(async () => {
    current = subscription;
    return subscription;
  });
  const pushManager = { getSubscription: async () => current, subscribe };
  vi.stubEnv('PROD', true);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission, requestPermission: async () => choice });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { register: async () => ({ pushManager }) },
  });
  return { subscribe, subscription };
}

beforeEach(() => {
  vi.unstubAllEnvs();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  givenSession();
});

describe('notification types', () => {
  it('are saved one by one, and reverted on failure', async () => {
    const sent: unknown[] = [];
    server.use(
      mockRoute(routes.updateNotificationPreferences, async (request) => {
        sent.push(await request.json());
        return errorResponse({ status: 403 });
      }),
    );
    const user = open();
    const likes = await screen.findByRole('switch', { name: 'Likes' });
    await waitFor(() => expect(likes).toBeEnabled());
    // The weekly email and three filters of strangers have switches too.
    // Nobody moves on an instance without federation.
    const types = notificationTypes.filter((type) => type !== 'moved');
    const settings = 3 + types.length - moderationNotificationTypes.length + 1;
    expect(screen.getAllByRole('switch')).toHaveLength(settings);
    await user.click(likes);
    expect(sent).toEqual([{ like: false }]);
    expect(
      await screen.findByText('Failed to save your choice. Please try again.'),
    ).toBeInTheDocument();
    expect(likes).toBeChecked();
  });

  it('offer a retry if they cannot be loaded', async () => {
    server.use(mockRoute(routes.getNotificationPreferences, () => errorResponse({ status: 400 })));
    const user = open();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    server.resetHandlers();
    await user.click(retry);
    expect(await screen.findByRole('switch', { name: 'Mentions' })).toBeInTheDocument();
  });
});

it('turns on the weekly email', async () => {
  const sent: unknown[] = [];
  server.use(
    mockRoute(routes.updateEmailDigest, async (request) => {
      sent.push(await request.json());
      return { success: true, message: 'Saved.' };
    }),
  );
  const user = open();
  const digest = await screen.findByRole('switch', { name: 'Weekly email' });
  await waitFor(() => expect(digest).toBeEnabled());
  await user.click(digest);
  expect(digest).toBeChecked();
  expect(sent).toEqual([{ isEnabled: true }]);
});

describe('push notifications', () => {
  it('are not offered if the browser does not support them', async () => {
    open();
    expect(await screen.findByText(/^This browser doesn't support push/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Turn/ })).not.toBeInTheDocument();
  });

  it('explain that the browser denies the permission', async () => {
    givenPush('denied');
    open();
    expect(await screen.findByText(/^Your browser blocks notifications/)).toBeInTheDocument();
  });

  it('are turned on by a click, and off by another', async () => {
    const { subscribe, subscription } = givenPush('default', 'granted');
    const id = anId();
    const sent: unknown[] = [];
    server.use(
      mockRoute(routes.getPushKey, () => ({
        publicKey: 'VAPID',
      })),
      mockRoute(routes.subscribeToPush, async (call) => {
        sent.push(await call.json());
        return { success: true, message: '', id };
      }),
      mockRoute(routes.unsubscribeFromPush, ({ url }) => {
        sent.push(url.split('/').at(-1));
        return { success: true, message: '' };
      }),
    );
    const user = open();
    const turnOn = await screen.findByRole('button', { name: 'Turn on' });
    expect(subscribe).not.toHaveBeenCalled();
    await user.click(turnOn);
    const turnOff = await screen.findByRole('button', { name: 'Turn off' });
    // Late enough not to count as a double click.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1000);
    await user.click(turnOff);
    expect(await screen.findByRole('button', { name: 'Turn on' })).toBeInTheDocument();
    expect(subscribe).toHaveBeenCalledExactlyOnceWith({
      userVisibleOnly: true,
      applicationServerKey: 'VAPID',
    });
    expect(subscription.unsubscribe).toHaveBeenCalledOnce();
    expect(sent).toEqual([
      { endpoint: 'https://push.example/1', keys: { p256dh: 'key', auth: 'secret' } },
      id,
    ]);
  });

  it('show an error if they cannot be turned on', async () => {
    const { subscribe } = givenPush('default', 'granted');
    subscribe.mockRejectedValue(new DOMException('No push service', 'AbortError'));
    server.use(
      mockRoute(routes.getPushKey, () => ({
        publicKey: 'VAPID',
      })),
    );
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Turn on' }));
    expect(await screen.findByText(/^Failed to turn on/)).toBeInTheDocument();
  });
});
