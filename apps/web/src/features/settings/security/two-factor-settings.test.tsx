import * as routes from '@skein/contracts/routes';
import type { TwoFactorStatus } from '@skein/contracts/auth';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Toasts } from '../../../ui/toasts.tsx';
import { createQueryClient } from '../../../api/query-client.ts';
import { mockRoute, errorResponse, server } from '../../../testing/api.ts';
import { givenSession } from '../../../testing/session.ts';
import { TwoFactorSettings } from './two-factor-settings.tsx';

const codes = Array.from({ length: 10 }, (_, index) => `aaaa-bbbb-cccc-ddd${index}`);
let status: TwoFactorStatus;
const onOuterEvent = vi.fn<() => void>();

/** Inside a form, as on the settings page. */
function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <form onSubmit={onOuterEvent} onInput={onOuterEvent}>
        <TwoFactorSettings />
      </form>
      <Toasts />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const on = () => ({
  isEnabled: true,
  enabledAt: '2026-11-20T10:00:00.000Z',
  recoveryCodesLeft: 10,
});

beforeEach(() => {
  givenSession();
  onOuterEvent.mockClear();
  status = { isEnabled: false, enabledAt: null, recoveryCodesLeft: 0 };
  server.use(
    mockRoute(routes.getTwoFactorStatus, () => status),
    mockRoute(routes.setUpTwoFactor, async (request) =>
      (await request.text()) === '{"password":"correct horse"}'
        ? { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Skein:grace?secret=JBSWY3DPEHPK3PXP' }
        : errorResponse({ status: 403, code: 'wrong_password', message: 'Not your password.' }),
    ),
    mockRoute(routes.confirmTwoFactor, async (request) => {
      if ((await request.text()) === '{"code":"123456"}') {
        status = on();
        return { recoveryCodes: codes };
      }
      const errors = [{ path: 'code', message: 'This code is not right.' }];
      return errorResponse({ status: 400, code: 'validation_failed', errors });
    }),
  );
});

describe('setting up two-factor authentication', () => {
  it('asks for the password, shows a QR code and the key, and ends with recovery codes', async () => {
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Set up' }));
    await user.type(await screen.findByLabelText('Your password'), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() =>
      expect(screen.getByLabelText('Your password')).toHaveAccessibleDescription(
        'Not your password.',
      ),
    );
    await user.clear(screen.getByLabelText('Your password'));
    await user.type(screen.getByLabelText('Your password'), 'correct horse{Enter}');
    expect(await screen.findByRole('img', { name: /^QR code/ })).toBeVisible();
    expect(screen.getByText('JBSWY3DPEHPK3PXP')).toBeVisible();
    await user.type(screen.getByLabelText('Code from the app'), '654321{Enter}');
    await waitFor(() =>
      expect(screen.getByLabelText('Code from the app')).toHaveAccessibleDescription(
        'This code is not right.',
      ),
    );
    await user.clear(screen.getByLabelText('Code from the app'));
    await user.type(screen.getByLabelText('Code from the app'), '123456{Enter}');
    for (const code of codes) expect(await screen.findByText(code)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'I have saved them' }));
    expect(await screen.findByText('On. 10 recovery codes left.')).toBeVisible();
    expect(onOuterEvent).not.toHaveBeenCalled();
  });

  it('copies and saves the recovery codes', async () => {
    const created = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:codes');
    const user = open();
    const writeText = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(await screen.findByRole('button', { name: 'Set up' }));
    await user.type(await screen.findByLabelText('Your password'), 'correct horse{Enter}');
    await user.type(await screen.findByLabelText('Code from the app'), '123456{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Recovery codes copied.')).toBeVisible();
    expect(writeText).toHaveBeenCalledWith(codes.join('\n'));
    await user.click(screen.getByRole('button', { name: 'Download' }));
    expect(created).toHaveBeenCalledTimes(1);
  });
});

describe('two-factor authentication that is on', () => {
  beforeEach(() => {
    status = on();
  });

  it('gets new recovery codes', async () => {
    server.use(
      mockRoute(routes.replaceRecoveryCodes, () => ({
        recoveryCodes: codes,
      })),
    );
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'New recovery codes' }));
    await user.type(await screen.findByLabelText('Your password'), 'correct horse{Enter}');
    expect(await screen.findByText(codes[0] ?? '')).toBeVisible();
  });

  it('is turned off', async () => {
    server.use(
      mockRoute(routes.turnOffTwoFactor, () => {
        status = { isEnabled: false, enabledAt: null, recoveryCodesLeft: 0 };
        return { success: true, message: '' };
      }),
    );
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Turn off' }));
    await user.type(await screen.findByLabelText('Your password'), 'correct horse{Enter}');
    expect(await screen.findByText('Two-factor authentication is off.')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Set up' })).toBeVisible();
  });

  it('stays on if the server fails', async () => {
    server.use(mockRoute(routes.turnOffTwoFactor, () => errorResponse({ status: 503 })));
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Turn off' }));
    await user.type(await screen.findByLabelText('Your password'), 'correct horse{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent("That didn't work.");
  });
});
