import * as routes from '@skein/contracts/routes';
import type { RegistrationMode } from '@skein/contracts/administration';
import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { mockRoute, networkFailure, errorResponse, server } from '../../testing/api.ts';
import { navigate, renderApp } from '../../testing/render-app.tsx';
import { aToken, aUser } from '../../testing/session.ts';
import { aFeedPage, aThreadPage, anId } from '../../testing/threads.ts';

const grace = aUser();

async function fillIn(fields: { confirmPassword?: string; acceptTerms?: boolean } = {}) {
  await fillInFields(renderApp('/register'), fields);
}

async function fillInFields(
  user: UserEvent,
  { confirmPassword = 'correct horse', acceptTerms = true } = {},
) {
  await user.type(await screen.findByLabelText('First name'), 'Grace');
  await user.type(screen.getByLabelText('Last name'), 'Loom');
  await user.type(screen.getByLabelText('Email address'), 'grace@example.org');
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await user.type(screen.getByLabelText('Confirm password'), confirmPassword);
  if (acceptTerms) await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Get Started' }));
}

/** Writes the settings into the page, as the server does. */
function givenRegistration(mode: RegistrationMode, message = '') {
  givenMetas({ registration: mode, 'registration-message': message });
}

function givenMetas(metas: Record<string, string>) {
  for (const [name, content] of Object.entries(metas)) {
    const meta = document.head.appendChild(document.createElement('meta'));
    Object.assign(meta, { name, content });
    onTestFinished(() => meta.remove());
  }
}

const challengeRoute = mockRoute(routes.getRegistrationChallenge, () => ({
  algorithm: 'SHA-256',
  challenge: 'f5bc20f3d5da3d71e31f1ebb6785518c889cef9f0e1b359f37f76e7c75d83d74',
  maxnumber: 10,
  salt: 'salt&',
  signature: 'signed',
}));
const solution = { number: 7, salt: 'salt&', signature: 'signed' };

it('removes the error of a field when the user edits the field, and keeps the focus there', async () => {
  const user = renderApp('/register');
  await user.click(await screen.findByRole('button', { name: 'Get Started' }));
  const firstName = screen.getByLabelText('First name');
  expect(firstName).toHaveAccessibleDescription('Please fill this in.');
  await user.type(firstName, 'Grace');
  expect(firstName).not.toHaveAccessibleDescription();
  expect(firstName).toBeValid();
  expect(firstName).toHaveValue('Grace');
  expect(screen.getByLabelText('Last name')).toBeInvalid();
});

it('solves the challenge of the server before it registers, where one is required', async () => {
  const sent = vi.fn<(body: unknown) => void>();
  givenMetas({ 'proof-of-work': 'on' });
  server.use(
    challengeRoute,
    mockRoute(routes.register, async (request) => {
      sent(await request.json());
      return errorResponse({ status: 403, code: 'forbidden', message: 'No.' });
    }),
  );
  await fillIn();
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  const [{ proof }] = sent.mock.lastCall as [{ proof: string }];
  expect(JSON.parse(atob(proof))).toMatchObject(solution);
});

it('solves a challenge if the server requires one since the page was loaded', async () => {
  const sent = vi.fn<(body: unknown) => void>();
  server.use(
    challengeRoute,
    mockRoute(routes.register, async (request) => {
      const body = (await request.json()) as { proof?: string };
      sent(body);
      if (body.proof !== undefined) {
        return { success: true, token: aToken(), user: grace, message: '' };
      }
      const errors = [{ path: 'proof', message: 'The check has failed.' }];
      return errorResponse({ status: 400, code: 'validation_failed', errors });
    }),
  );
  await fillIn();
  expect(await screen.findByText('Welcome to Skein')).toBeInTheDocument();
  expect(screen.queryByText('Registration Failed')).not.toBeInTheDocument();
  expect(sent).toHaveBeenCalledTimes(2);
  const [{ proof }] = sent.mock.lastCall as [{ proof: string }];
  expect(JSON.parse(atob(proof))).toMatchObject(solution);
});

it('suggests a username from the name, and others if the chosen one is taken', async () => {
  const sent = vi.fn<(body: unknown) => void>();
  server.use(
    mockRoute(routes.suggestUsernames, ({ url }) => {
      const username = new URL(url).searchParams.get('username');
      if (username === null) return { isAvailable: null, suggestions: ['grace.loom'] };
      return { isAvailable: username !== 'grace', suggestions: ['grace2', 'grace3'] };
    }),
    mockRoute(routes.register, async (request) => {
      sent(await request.json());
      return errorResponse({ status: 409, code: 'username_taken', message: 'Taken already.' });
    }),
  );
  const user = renderApp('/register');
  await user.type(await screen.findByLabelText('First name'), 'Grace');
  const field = screen.getByLabelText('Username');
  expect(field).toHaveAccessibleDescription('You can change it later.');
  await waitFor(() => expect(field).toHaveValue('grace.loom'));
  await user.clear(field);
  await user.type(field, 'Grace');
  await user.click(await screen.findByRole('button', { name: 'Use grace2' }));
  expect(field).toHaveValue('grace2');
  expect(field).toHaveFocus();
  await waitFor(() => expect(field).toHaveAccessibleDescription('This username is available.'));
  await fillInFields(user);
  await waitFor(() => expect(field).toHaveAccessibleDescription('Taken already.'));
  expect(sent.mock.lastCall).toMatchObject([{ username: 'grace2' }]);
});

it('says that registration is closed, and why', async () => {
  givenRegistration('closed', 'Ask Ada');
  const user = renderApp('/register');
  expect(await screen.findByText(/^Registration is closed\./)).toBeVisible();
  expect(screen.getByText('Ask Ada')).toBeVisible();
  expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Sign in' }));
  expect(await screen.findByText('Registration is closed.')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Create account' })).not.toBeInTheDocument();
});

it('sends a reason to the administrators if they approve accounts', async () => {
  givenRegistration('approval');
  givenMetas({ rules: 'on' });
  const rule = { id: anId(), title: 'Be kind', description: '' };
  server.use(mockRoute(routes.listRules, () => [rule]));
  const sent = vi.fn<(body: unknown) => void>();
  server.use(
    mockRoute(routes.register, async (request) => {
      sent(await request.json());
      return { success: true, message: 'Your request was sent.' };
    }),
  );
  const user = renderApp('/register');
  await fillInFields(user);
  expect(screen.getByLabelText('Why do you want to join?')).toHaveAccessibleDescription(
    'Please fill this in.',
  );
  expect(sent).not.toHaveBeenCalled();
  expect(await screen.findByRole('listitem')).toHaveTextContent('Be kind');
  await user.type(screen.getByLabelText('Why do you want to join?'), 'Chess');
  await user.click(screen.getByRole('button', { name: 'Get Started' }));
  expect(await screen.findByText('Your request was sent')).toBeVisible();
  expect(sent.mock.lastCall).toMatchObject([{ reason: 'Chess', email: 'grace@example.org' }]);
});

it('shows who has sent an invitation and uses it', async () => {
  givenRegistration('invitation');
  const sent = vi.fn<(body: unknown) => void>();
  server.use(
    mockRoute(routes.getInvitation, async (request) => {
      const { invitation } = (await request.json()) as { invitation: string };
      if (invitation !== 'c0de') return errorResponse({ status: 404, code: 'not_found' });
      return { inviter: { name: 'Ada Weaver', username: 'ada' } };
    }),
    mockRoute(routes.register, async (request) => {
      sent(await request.json());
      const fields = [{ path: 'invitation', message: 'This invitation …' }];
      return errorResponse({ status: 400, code: 'validation_failed', errors: fields });
    }),
  );
  const user = renderApp('/register');
  expect(await screen.findByText(/^Registration is by invitation only\./)).toBeVisible();
  window.location.hash = 'invitation=c0de';
  expect(await screen.findByText('Ada Weaver (@ada) has invited you.')).toBeVisible();
  await fillInFields(user);
  await waitFor(() => expect(sent.mock.lastCall).toMatchObject([{ invitation: 'c0de' }]));
});

it.each([
  ['/register', /^Registration is by invitation only\./],
  ['/register#invitation=old', 'This invitation is no longer valid.'],
])('shows no form at %s if registration is by invitation', async (address, text) => {
  givenRegistration('invitation');
  server.use(
    mockRoute(routes.getInvitation, () => errorResponse({ status: 404, code: 'not_found' })),
  );
  renderApp(address);
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
});

beforeEach(() => {
  server.use(
    mockRoute(routes.getCurrentUser, () => grace),
    mockRoute(routes.listFeed, () => aFeedPage([])),
  );
});

describe('/register', () => {
  it('creates the account, shows a welcome toast and opens the feed', async () => {
    let sent: unknown;
    server.use(
      mockRoute(routes.register, async (incoming) => {
        sent = await incoming.json();
        return { success: true, token: aToken(), user: grace, message: '' };
      }),
    );
    await fillIn();
    expect(await screen.findByText('Welcome to Skein')).toBeInTheDocument();
    expect(
      screen.getByText('Hello Grace Loom! Your account has been created successfully.'),
    ).toBeInTheDocument();
    await waitFor(() => expect(window.location.pathname).toBe('/feed'));
    expect(sent).toEqual({
      firstName: 'Grace',
      lastName: 'Loom',
      email: 'grace@example.org',
      password: 'correct horse',
      confirmPassword: 'correct horse',
    });
  });

  it('opens the page that was opened signed out', async () => {
    server.use(
      mockRoute(routes.register, () => ({
        success: true,
        token: aToken(),
        user: grace,
        message: '',
      })),
      mockRoute(routes.listBookmarkedThreads, () => aThreadPage([])),
    );
    const user = renderApp('/bookmarks');
    await user.click(await screen.findByRole('link', { name: 'Create an account' }));
    await fillInFields(user);
    await waitFor(() => expect(window.location.pathname).toBe('/bookmarks'));
  });

  it('opens the feed instead of a page of another site', async () => {
    server.use(
      mockRoute(routes.register, () => ({
        success: true,
        token: aToken(),
        user: grace,
        message: '',
      })),
    );
    const user = renderApp('/login');
    await screen.findByRole('link', { name: 'Create an account' });
    await act(() =>
      navigate('/register', { replace: true, state: { returnPath: '//example.org' } }),
    );
    await fillInFields(user);
    await waitFor(() => expect(window.location.pathname).toBe('/feed'));
  });

  it('checks that the passwords match first', async () => {
    await fillIn({ confirmPassword: 'wrong horse', acceptTerms: false });
    expect(
      await screen.findByText('Validation Error: Passwords do not match!'),
    ).toBeInTheDocument();
    // The field does not repeat the message of the toast.
    expect(screen.getByText('Passwords do not match!', { exact: false })).toBeInTheDocument();
    expect(
      screen.queryByText('Validation Error: Please accept the terms of use'),
    ).not.toBeInTheDocument();
    expect(screen.getByLabelText('Confirm password')).toHaveFocus();
    expect(screen.getByLabelText('Confirm password')).toBeInvalid();
  });

  it('requires acceptance of the terms after the password check', async () => {
    await fillIn({ acceptTerms: false });
    expect(
      await screen.findByText('Validation Error: Please accept the terms of use'),
    ).toBeInTheDocument();
    expect(screen.getByText('accept the terms of use', { exact: false })).toBeInTheDocument();
    expect(screen.getByRole('checkbox')).toHaveFocus();
  });

  it("shows the server's errors in a toast and at the fields", async () => {
    server.use(
      mockRoute(routes.register, () =>
        errorResponse({
          status: 409,
          code: 'email_taken',
          message: 'An account with this email already exists.',
          errors: [{ path: 'email', message: 'Choose another one.' }],
        }),
      ),
    );
    await fillIn();
    expect(await screen.findByText('Registration Failed')).toBeInTheDocument();
    expect(screen.getByText('An account with this email already exists.')).toBeInTheDocument();
    const email = screen.getByLabelText('Email address');
    expect(email).toBeInvalid();
    expect(email).toHaveAccessibleDescription('Choose another one.');
    expect(email).toHaveFocus();
  });

  it('shows at the field that the email is taken', async () => {
    const message = 'An account with this email already exists.';
    server.use(
      mockRoute(routes.register, () =>
        errorResponse({ status: 409, code: 'email_taken', message }),
      ),
    );
    await fillIn();
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.getByLabelText('Email address')).toHaveAccessibleDescription(
      'Sign in, or enter another address.',
    );
    expect(screen.getByLabelText('Email address')).toHaveFocus();
  });

  it.each([
    [
      'an error without a message',
      () => errorResponse({ status: 500 }),
      'Registration failed. Please try again.',
    ],
    ['no network', networkFailure, 'Network error. Please check your connection and try again.'],
  ])('shows a message for %s', async (_, reply, shown) => {
    server.use(mockRoute(routes.register, reply));
    await fillIn();
    expect((await screen.findByText(shown)).closest('[role=alert]')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Get Started' })).toBeEnabled();
  });

  it('opens the terms of use, and returns the focus', async () => {
    const user = renderApp('/register');
    const button = await screen.findByRole('button', { name: 'Terms of use' });
    await user.click(button);
    expect(await screen.findByRole('dialog', { name: 'Terms of use' })).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(button).toHaveFocus());
  });
});
