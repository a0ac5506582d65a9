import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { Session } from '@skein/contracts/auth';
import type { FollowRequest, MutedUser } from '@skein/contracts/relationships';
import type { User } from '@skein/contracts/users';
import { http } from 'msw';
import { mockRoute, networkFailure, errorResponse, server } from '../../testing/api.ts';
import { aFollowRequest, aListedUser } from '../../testing/users.ts';
import { navigate, renderApp } from '../../testing/render-app.tsx';
import { aUsersPage, givenOwnProfile, givenSettingsPage } from '../../testing/settings.ts';
import { anId } from '../../testing/threads.ts';

const done = { success: true, message: 'Done.' } as const;
const aSession = (fields: Partial<Session> = {}): Session => ({
  id: anId(),
  device: 'Firefox on Linux',
  address: '192.0.2.7',
  createdAt: '2026-11-20T10:00:00.000Z',
  lastSeenAt: '2026-11-21T05:00:00.000Z',
  isCurrent: false,
  ...fields,
});

let sessions: Session[] = [];
let blocked: User[] = [];
let muted: MutedUser[] = [];
let pendingRequests: FollowRequest[] = [];

beforeEach(() => {
  sessions = [aSession({ device: 'Chrome on Android', isCurrent: true }), aSession()];
  blocked = [];
  muted = [];
  pendingRequests = [];
  givenSettingsPage();
  server.use(
    mockRoute(routes.listPendingFollowRequests, () => pendingRequests),
    mockRoute(routes.listSessions, () => sessions),
    mockRoute(routes.listBlockedUsers, () => aUsersPage(blocked)),
    mockRoute(routes.listMutedUsers, () => aUsersPage(muted)),
  );
});

afterEach(() => {
  delete document.documentElement.dataset['theme'];
  delete document.documentElement.dataset['motion'];
  delete document.documentElement.dataset['textSize'];
  delete document.documentElement.dataset['density'];
});

const region = (name: string) => screen.findByRole('region', { name });

describe('/settings', () => {
  it('has all fields of the form, and saves changes', async () => {
    const account = givenOwnProfile();
    const user = renderApp('/settings');
    const form = (await region('Profile')).closest('form');
    const names = [...(form?.elements ?? [])].map((field) => field.getAttribute('name'));
    expect(names.filter((name) => name !== null)).toEqual([
      'name',
      'username',
      'email',
      'bio',
      'location',
      'website',
      'phoneNumber',
      'dateOfBirth',
      'gender',
      'currentPassword',
      'password',
      'confirmPassword',
      'isPrivate',
    ]);
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
    await user.type(screen.getByLabelText('Location'), 'Leeds');
    await user.click(screen.getByRole('switch', { name: 'Private Account' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Profile Updated')).toBeVisible();
    expect(account.saves[0]).toMatchObject({ location: ['Leeds'], isPrivate: ['true'] });
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  });

  it('saves additional fields, which need a name and a value', async () => {
    const account = givenOwnProfile();
    const user = renderApp('/settings');
    await region('Profile');
    await user.click(screen.getByRole('button', { name: 'Add field' }));
    await user.type(screen.getByLabelText('Name of field 1'), 'Pronouns');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Enter a name and a value')).toBeVisible();
    await user.type(screen.getByLabelText('Value of field 1'), 'she');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(account.saves[0]).toMatchObject({ fields: ['[{"name":"Pronouns","value":"she"}]'] }),
    );
  });

  it('saves at once who can send messages, apart from the form', async () => {
    const account = givenOwnProfile();
    const user = renderApp('/settings/privacy');
    const choice = within(await region('Privacy')).getByLabelText('Who can message you');
    await user.selectOptions(choice, 'People I follow');
    await waitFor(() => expect(account.saves).toEqual([{ messagePermission: ['following'] }]));
    await waitFor(() => expect(choice).toHaveValue('following'));
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  });

  it('saves at once whether read receipts are sent and alt text is required', async () => {
    const account = givenOwnProfile();
    const user = renderApp('/settings/privacy');
    const toggle = within(await region('Privacy')).getByRole('switch', { name: /^Read receipts/ });
    expect(toggle).toBeChecked();
    await user.click(toggle);
    await waitFor(() => expect(account.saves).toEqual([{ sendsReadReceipts: ['false'] }]));
    await waitFor(() => expect(toggle).not.toBeChecked());
    await navigate('/settings/appearance');
    const reminder = await screen.findByRole('switch', { name: 'Remind me to add alt text' });
    await user.click(reminder);
    await waitFor(() => expect(account.saves.at(-1)).toEqual({ remindsOfAltText: ['true'] }));
    await waitFor(() => expect(reminder).toBeChecked());
  });

  it('saves the default audience and the languages of the feed at once', async () => {
    const account = givenOwnProfile();
    const user = renderApp('/settings/privacy');
    await region('Privacy');
    const audience = screen.getByRole('combobox', { name: /^Default audience/ });
    await user.selectOptions(audience, 'Unlisted');
    await waitFor(() => expect(account.saves).toEqual([{ defaultAudience: ['unlisted'] }]));
    const language = screen.getByRole('combobox', { name: /^Default language of new threads/ });
    await user.selectOptions(language, 'German');
    await waitFor(() => expect(account.saves.at(-1)).toEqual({ defaultLanguage: ['de'] }));
    await user.selectOptions(language, 'None');
    await waitFor(() => expect(account.saves.at(-1)).toEqual({ defaultLanguage: [''] }));
    await user.click(screen.getByRole('switch', { name: 'Hide followers and following' }));
    await waitFor(() => expect(account.saves.at(-1)).toEqual({ hidesConnections: ['true'] }));
    await navigate('/settings/feeds');
    const languages = await screen.findByRole('combobox', { name: /^Languages of all threads/ });
    await user.selectOptions(languages, 'German');
    await waitFor(() => expect(account.saves.at(-1)).toEqual({ feedLanguages: ['de'] }));
    await user.click(await screen.findByRole('button', { name: 'Remove German' }));
    await waitFor(() => expect(account.saves.at(-1)).toEqual({ feedLanguages: [''] }));
  });

  it('saves at once whether other sites show the threads, unless the account is private', async () => {
    const account = givenOwnProfile();
    const user = renderApp('/settings/privacy');
    const toggle = () => screen.getByRole('switch', { name: /^Visible to search engines/ });
    await region('Privacy');
    expect(toggle()).toBeChecked();
    await user.click(toggle());
    await waitFor(() => expect(account.saves).toEqual([{ isShownOutside: ['false'] }]));
    await waitFor(() => expect(toggle()).not.toBeChecked());
    cleanup();
    givenOwnProfile({ isPrivate: true });
    renderApp('/settings/privacy');
    await region('Privacy');
    expect(toggle()).toBeDisabled();
    expect(toggle()).not.toBeChecked();
  });

  it.each([
    [true, 'Changing it removes your verified badge.'],
    [false, ''],
  ])(
    'warns that a new name removes the verified badge (verified: %s)',
    async (isUserVerified, hint) => {
      givenOwnProfile({ isUserVerified });
      renderApp('/settings');
      expect(await screen.findByLabelText('Full Name')).toHaveAccessibleDescription(hint);
      const reservation =
        'Your last three usernames stay reserved for 30 days, and links to them lead to your profile.';
      expect(screen.getByLabelText('Username')).toHaveAccessibleDescription(
        `${hint} ${reservation}`.trim(),
      );
    },
  );

  it('shows pending follow requests, which phones show nowhere else', async () => {
    givenOwnProfile();
    pendingRequests = [aFollowRequest({ requester: aListedUser({ name: 'Mary Spool' }) })];
    renderApp('/settings/privacy');
    const requests = await region('Follow Requests');
    expect(within(requests).getByRole('button', { name: 'Approve' })).toBeEnabled();
  });

  it('resets all fields on Cancel', async () => {
    const account = givenOwnProfile();
    const user = renderApp('/settings');
    await user.type(await screen.findByLabelText('Full Name'), ' the Great');
    await user.type(screen.getByLabelText('New Password'), 'correct horse');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByLabelText('Full Name')).toHaveValue('Grace Loom');
    expect(screen.getByLabelText('New Password')).toHaveValue('');
    expect(account.saves).toEqual([]);
  });

  it('shows server errors at their fields', async () => {
    givenOwnProfile();
    const message = 'A phone number is made of digits.';
    server.use(
      mockRoute(routes.updateProfile, () =>
        errorResponse({
          status: 400,
          code: 'validation_failed',
          message,
          errors: [{ path: 'phoneNumber', message }],
        }),
      ),
    );
    const user = renderApp('/settings');
    await user.type(await screen.findByLabelText('Phone Number'), 'loom');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Update Failed')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Phone Number')).toHaveFocus());
    expect(screen.getByLabelText('Phone Number')).toHaveAccessibleDescription(message);
  });

  it('asks for confirmation before another page of the settings discards changes', async () => {
    givenOwnProfile();
    const user = renderApp('/settings');
    await user.type(await screen.findByLabelText('Location'), 'Leeds');
    await user.click(screen.getByRole('link', { name: 'Privacy' }));
    const confirmation = await screen.findByRole('alertdialog');
    expect(window.location.pathname).toBe('/settings');
    await user.click(within(confirmation).getByRole('button', { name: 'Discard' }));
    expect(await region('Privacy')).toBeVisible();
  });
});

describe('sessions', () => {
  it('are listed, and all but the current one can be ended', async () => {
    givenOwnProfile();
    server.use(mockRoute(routes.endSession, () => done));
    const user = renderApp('/settings/security');
    expect(await screen.findByText('Chrome on Android')).toHaveTextContent('This device');
    const end = screen.getByRole('button', { name: 'End the session of Firefox on Linux' });
    expect(screen.getAllByRole('button', { name: /^End the session/ })).toEqual([end]);
    await user.click(end);
    expect(await screen.findByText('The session has ended.')).toBeVisible();
    expect(screen.queryByText('Firefox on Linux')).not.toBeInTheDocument();
  });

  it('stay in the list if ending one fails', async () => {
    givenOwnProfile();
    server.use(mockRoute(routes.endSession, networkFailure));
    const user = renderApp('/settings/security');
    await user.click(await screen.findByRole('button', { name: /^End the session/ }));
    expect(
      await screen.findByText("The session couldn't be ended. Please try again."),
    ).toBeVisible();
    expect(screen.getByText('Firefox on Linux')).toBeVisible();
  });

  it('offer a retry if they cannot be loaded', async () => {
    givenOwnProfile();
    server.use(
      mockRoute(routes.listSessions, () => errorResponse({ status: 429, code: 'rate_limited' })),
    );
    const user = renderApp('/settings/security');
    const security = within(await region('Security'));
    const retry = await security.findByRole('button', { name: 'Try again' });
    server.use(mockRoute(routes.listSessions, () => sessions));
    await user.click(retry);
    expect(await security.findByText('Firefox on Linux')).toBeVisible();
  });
});

describe('authorized apps', () => {
  const tusky = {
    id: '0191a9a0-0000-7000-8000-000000000000',
    name: 'Tusky',
    website: null,
    fields: [],
    scopes: ['read', 'push'],
    authorizedAt: '2026-11-01T00:00:00.000Z',
    lastUsedAt: '2026-11-20T00:00:00.000Z',
    isAccessToken: false,
    expiresAt: null,
  };

  it('are listed with what they may do, and can be revoked', async () => {
    let isRevoked = false;
    server.use(
      mockRoute(routes.listAuthorizedApps, () => [tusky]),
      mockRoute(routes.revokeAuthorizedApp, () => {
        isRevoked = true;
        return { success: true, message: '' };
      }),
    );
    givenOwnProfile();
    const user = renderApp('/settings/security');
    expect(await screen.findByText('Tusky')).toBeVisible();
    expect(screen.getByText(/Send you push notifications/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Revoke access of Tusky' }));
    expect(await screen.findByText('No apps may act for you.')).toBeVisible();
    expect(isRevoked).toBe(true);
  });

  it('can be access tokens for scripts, which are shown once', async () => {
    const bodies: unknown[] = [];
    server.use(
      mockRoute(routes.createAccessToken, async (request) => {
        bodies.push(await request.json());
        return { token: '0191_secret', app: { ...tusky, name: 'Bot', isAccessToken: true } };
      }),
    );
    givenOwnProfile();
    const user = renderApp('/settings/security');
    await user.click(await screen.findByRole('button', { name: 'Create an access token' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Name'), 'Bot');
    await user.click(within(dialog).getByLabelText(/^Post, edit and delete threads/));
    await user.selectOptions(within(dialog).getByLabelText('Valid for'), '365 days');
    await user.type(within(dialog).getByLabelText('Your password'), 'secret of mine');
    await user.click(within(dialog).getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('0191_secret')).toBeVisible();
    const expected = { name: 'Bot', scopes: ['read', 'write'], expiresInDays: 365 };
    expect(bodies).toEqual([{ ...expected, password: 'secret of mine' }]);
  });

  it('stay in the list if revoking one fails', async () => {
    server.use(
      mockRoute(routes.listAuthorizedApps, () => [tusky]),
      mockRoute(routes.revokeAuthorizedApp, () => errorResponse({ status: 503 })),
    );
    givenOwnProfile();
    const user = renderApp('/settings/security');
    await user.click(await screen.findByRole('button', { name: 'Revoke access of Tusky' }));
    expect(await screen.findByText(/couldn't be revoked/)).toBeVisible();
    expect(screen.getByText('Tusky')).toBeVisible();
  });
});

describe('blocked and muted users', () => {
  it('show a message if there are none', async () => {
    givenOwnProfile();
    renderApp('/settings/privacy');
    expect(await screen.findByText("You haven't blocked anyone.")).toBeVisible();
    expect(await screen.findByText("You haven't muted anyone.")).toBeVisible();
  });

  it('can be unblocked and unmuted', async () => {
    givenOwnProfile();
    blocked = [aListedUser({ name: 'Ada Weaver' })];
    const mutedUntil = '2030-02-01T12:00:00.000Z';
    muted = [{ ...aListedUser({ name: 'Mary Spool', username: 'mary' }), mutedUntil }];
    server.use(
      mockRoute(routes.unblockUser, () => {
        blocked = [];
        return { ...done, isBlocked: false };
      }),
      mockRoute(routes.unmuteUser, () => {
        muted = [];
        return { ...done, isMuted: false };
      }),
    );
    const user = renderApp('/settings/privacy');
    await user.click(await screen.findByRole('button', { name: 'Unblock Ada Weaver' }));
    expect(await screen.findByText("You haven't blocked anyone.")).toBeVisible();
    expect(screen.getByText(/Until .*February 1, 2030/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Unmute Mary Spool' }));
    expect(await screen.findByText("You haven't muted anyone.")).toBeVisible();
  });
});

it('restores a dismissed suggestion', async () => {
  givenOwnProfile();
  let dismissed = [aListedUser({ name: 'Ada Weaver' })];
  server.use(
    mockRoute(routes.listDismissedSuggestions, () => aUsersPage(dismissed)),
    mockRoute(routes.restoreSuggestedUser, () => {
      dismissed = [];
      return done;
    }),
  );
  const user = renderApp('/settings/privacy');
  await user.click(await screen.findByRole('button', { name: 'Restore Ada Weaver' }));
  expect(await screen.findByText("You haven't dismissed any suggestions.")).toBeVisible();
});

describe('appearance', () => {
  it('is stored on the device', async () => {
    givenOwnProfile();
    const user = renderApp('/settings/appearance');
    const theme = within(await screen.findByRole('group', { name: 'Theme' }));
    expect(theme.getByRole('radio', { name: 'System' })).toBeChecked();
    await user.click(theme.getByRole('radio', { name: 'Dark' }));
    expect(theme.getByRole('radio', { name: 'Dark' })).toBeChecked();
    expect(localStorage.getItem('theme')).toBe('dark');
    await user.click(screen.getByRole('button', { name: 'Use the light theme' }));
    await waitFor(() => expect(theme.getByRole('radio', { name: 'Light' })).toBeChecked());
    await user.click(theme.getByRole('radio', { name: 'System' }));
    expect(localStorage.getItem('theme')).toBeNull();
    expect(document.documentElement.dataset['theme']).toBeUndefined();

    const meta = document.createElement('meta');
    Object.assign(meta, { name: 'default-theme', content: 'dark' });
    document.head.append(meta);
    await user.click(theme.getByRole('radio', { name: 'Light' }));
    await user.click(theme.getByRole('radio', { name: 'System' }));
    expect(theme.getByRole('radio', { name: 'System' })).toBeChecked();
    meta.remove();

    await user.click(theme.getByRole('radio', { name: 'Dim' }));
    expect(document.documentElement.dataset['theme']).toBe('dim');
    await user.click(screen.getByRole('button', { name: 'Use the light theme' }));
    await user.click(screen.getByRole('button', { name: 'Use the dark theme' }));
    await waitFor(() => expect(theme.getByRole('radio', { name: 'Dim' })).toBeChecked());

    for (const [group, option, key, value] of [
      ['Text size', 'Large', 'text_size', 'large'],
      ['Density', 'Compact', 'density', 'compact'],
    ] as const) {
      const choice = within(screen.getByRole('group', { name: group }));
      await user.click(choice.getByRole('radio', { name: option }));
      expect(localStorage.getItem(key)).toBe(value);
      expect(Object.values(document.documentElement.dataset)).toContain(value);
    }

    const motion = within(screen.getByRole('group', { name: 'Motion' }));
    await user.click(motion.getByRole('radio', { name: 'Reduced' }));
    expect(localStorage.getItem('motion')).toBe('reduced');
    expect(document.documentElement.dataset['motion']).toBe('reduced');
    await user.click(motion.getByRole('radio', { name: 'System' }));
    expect(localStorage.getItem('motion')).toBeNull();
    expect(document.documentElement.dataset['motion']).toBeUndefined();
  });
});

describe('account data', () => {
  it('is exported with the access token and saved as a file', async () => {
    givenOwnProfile();
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(`${this.href} ${this.download}`);
    });
    server.use(
      http.get('*/api/users/me/export', ({ request }) => {
        expect(request.headers.get('Authorization')).toMatch(/^Bearer /);
        return new Response('zip', { headers: { 'Content-Type': 'application/zip' } });
      }),
    );
    const user = renderApp('/settings/data');
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await waitFor(() =>
      expect(saved).toEqual([expect.stringMatching(/^blob:preview grace-[\d-]{10}\.zip$/)]),
    );
    expect(await screen.findByRole('button', { name: 'Export' })).toBeEnabled();
  });

  it('shows an error if the export fails', async () => {
    givenOwnProfile();
    server.use(http.get('*/api/users/me/export', () => errorResponse({ status: 429 })));
    const user = renderApp('/settings/data');
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    expect(await screen.findByText('Export Failed')).toBeVisible();
    expect(screen.getByText("Your data couldn't be exported. Please try again.")).toBeVisible();
  });

  it('is deleted with the password, which signs out', async () => {
    givenOwnProfile();
    const sent: unknown[] = [];
    const failures = [
      { status: 403, code: 'wrong_password', message: 'The password is wrong.' },
      { status: 409, code: 'conflict', message: 'You are the only owner of this instance.' },
    ] as const;
    server.use(
      mockRoute(routes.deleteAccount, async (request) => {
        const failure = failures[sent.push(await request.json()) - 1];
        return failure === undefined ? done : errorResponse(failure);
      }),
    );
    const user = renderApp('/settings/data');
    await user.click(await screen.findByRole('button', { name: 'Delete account' }));
    const question = await screen.findByRole('dialog', { name: 'Delete your account?' });
    expect(question).toHaveTextContent("It can't be undone.");
    const confirm = within(question).getByRole('button', { name: 'Delete everything' });
    const password = within(question).getByLabelText('Your password');
    await user.click(confirm);
    expect(password).toHaveAccessibleDescription('Please fill this in.');
    await user.type(password, 'horse');
    for (const { message } of failures) {
      await user.click(confirm);
      await waitFor(() => expect(password).toHaveAccessibleDescription(message));
    }
    await user.click(confirm);
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    expect(sent).toEqual(Array.from({ length: 3 }, () => ({ password: 'horse' })));
    expect(localStorage.getItem('access_token')).toBeNull();
  });
});
