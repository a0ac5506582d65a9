import * as routes from '@skein/contracts/routes';
import type { Passkey } from '@skein/contracts/auth';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { Toasts } from '../../../ui/toasts.tsx';
import { createQueryClient } from '../../../api/query-client.ts';
import { mockRoute, errorResponse, server } from '../../../testing/api.ts';
import { givenSession } from '../../../testing/session.ts';
import { anId } from '../../../testing/threads.ts';
import { describePasskeyObstacle } from '../../auth/sign-in/passkey-address.ts';
import { PasskeyList } from './passkey-list.tsx';

let passkeys: Passkey[];
const phone: Passkey = {
  id: anId(),
  name: 'Phone',
  createdAt: '2026-11-20T10:00:00.000Z',
  lastUsedAt: null,
};

function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PasskeyList />
      <Toasts />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

beforeEach(() => {
  givenSession();
  passkeys = [phone];
  server.use(
    mockRoute(routes.listPasskeys, () => passkeys),
    mockRoute(routes.startPasskeyRegistration, () => ({
      challenge: 'AAAA',
      rp: { id: 'skein.example', name: 'Skein' },
      user: { id: 'AAAA', name: 'grace', displayName: 'Grace' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    })),
  );
});

it('adds a passkey that the browser creates', async () => {
  const bytes = new Uint8Array([1, 2, 3]).buffer;
  const create = vi.fn<() => Promise<unknown>>(async () => ({
    id: 'AQID',
    rawId: bytes,
    type: 'public-key',
    response: { clientDataJSON: bytes, attestationObject: bytes },
    getClientExtensionResults: () => ({}),
  }));
  vi.stubGlobal('PublicKeyCredential', class {});
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create } });
  server.use(
    mockRoute(routes.registerPasskey, async (request) => {
      const { name } = (await request.json()) as { name: string };
      const added = { ...phone, id: anId(), name };
      passkeys = [phone, added];
      return added;
    }),
  );
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  await user.type(await screen.findByLabelText('Name'), 'Laptop');
  await user.type(screen.getByLabelText('Your password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Passkey added.')).toBeVisible();
  expect(await screen.findByText('Laptop')).toBeVisible();
  expect(create).toHaveBeenCalledTimes(1);
});

it('adds nothing if the user closes the dialog of the browser, or enters a wrong password', async () => {
  const create = () => Promise.reject(new DOMException('Cancelled', 'NotAllowedError'));
  vi.stubGlobal('PublicKeyCredential', class {});
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create } });
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  await user.type(await screen.findByLabelText('Name'), 'Laptop');
  await user.type(screen.getByLabelText('Your password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('No passkey was created.')).toBeVisible();
  server.use(
    mockRoute(routes.startPasskeyRegistration, () =>
      errorResponse({ status: 403, code: 'wrong_password', message: 'Not your password.' }),
    ),
  );
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() =>
    expect(screen.getByLabelText('Your password')).toHaveAccessibleDescription(
      'Not your password.',
    ),
  );
});

it('says why no passkey can be added at an address without https or domain', async () => {
  expect(describePasskeyObstacle('192.0.2.7')).toMatch(/not at an IP address/);
  vi.stubGlobal('isSecureContext', false);
  open();
  expect(await screen.findByText(/begins with https:/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});

it('says where passkeys work if the address has another domain', async () => {
  const create = () => Promise.reject(new DOMException('Not this domain', 'SecurityError'));
  vi.stubGlobal('PublicKeyCredential', class {});
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create } });
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  await user.type(await screen.findByLabelText('Name'), 'Laptop');
  await user.type(screen.getByLabelText('Your password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText(/Open this site at skein.example/)).toBeVisible();
});

it('shows why the server rejects another passkey', async () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  const message = 'You can have up to 20 passkeys.';
  server.use(
    mockRoute(routes.startPasskeyRegistration, () =>
      errorResponse({ status: 409, code: 'conflict', message }),
    ),
  );
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  await user.type(await screen.findByLabelText('Name'), 'Laptop');
  await user.type(screen.getByLabelText('Your password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText(message)).toBeVisible();
});

it('renames and removes a passkey', async () => {
  server.use(
    mockRoute(routes.renamePasskey, async (request) => {
      const { name } = (await request.json()) as { name: string };
      const renamed = { ...phone, name };
      passkeys = [renamed];
      return renamed;
    }),
    mockRoute(routes.removePasskey, () => {
      passkeys = [];
      return { success: true, message: '' };
    }),
  );
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Rename Phone' }));
  await user.clear(await screen.findByLabelText('Name'));
  await user.type(screen.getByLabelText('Name'), 'Old phone{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Remove Old phone' }));
  await user.type(await screen.findByLabelText('Your password'), 'correct horse{Enter}');
  expect(await screen.findByText('Passkey removed.')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Old phone')).toBeNull());
});
