import * as routes from '@skein/contracts/routes';
import type { SavedRules, SavedSettings } from '@skein/contracts/instance';
import type { UserRole } from '@skein/contracts/administration';
import type { CurrentUser } from '@skein/contracts/users';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { errorResponse, mockRoute, server } from '../../testing/api.ts';
import { givenFeed } from '../../testing/composer.ts';
import { done, newInstanceSettings } from '../../testing/moderation.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aUser, givenSession } from '../../testing/session.ts';

const received = vi.fn<(name: string, body?: unknown) => void>();

const saved: SavedSettings = { version: 0, settings: newInstanceSettings, fixed: [] };

function givenUser(role: UserRole) {
  const user = givenSession(aUser({ role, isAdmin: role === 'owner' }));
  server.use(mockRoute(routes.getCurrentUser, () => user));
}

beforeEach(() => {
  received.mockReset();
  givenUser('owner');
  server.use(
    mockRoute(routes.getSiteSettings, () => saved),
    mockRoute(routes.getAdminRules, () => ({ version: 0, rules: [] })),
    mockRoute(routes.getInstanceImages, () => ({
      logo: null,
      favicon: null,
    })),
    mockRoute(routes.updateSiteSettings, async (request) => {
      received('settings', await request.json());
      return { ...saved, version: 1 };
    }),
    mockRoute(routes.updateAdminRules, async (request) => {
      received('rules', await request.json());
      return { version: 1, rules: [] } satisfies SavedRules;
    }),
    mockRoute(routes.finishSetup, () => {
      received('finish');
      return done('The setup is finished.');
    }),
  );
});

it('saves name, registration, rules and color in four steps', async () => {
  const user = renderApp('/setup');
  const name = await screen.findByLabelText('Name');
  await user.clear(name);
  await user.type(name, 'Chess club');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByRole('heading', { name: 'Who can join?' })).toHaveFocus();
  await user.click(screen.getByRole('radio', { name: /^By invitation/ }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.click(screen.getByRole('checkbox', { name: /^No spam/ }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByLabelText('In the light theme')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Finish' }));
  await waitFor(() => expect(received).toHaveBeenCalledWith('finish'));
  expect(received).toHaveBeenCalledWith('settings', {
    version: 0,
    settings: { ...saved.settings, name: 'Chess club', registrationMode: 'invitation' },
  });
  const [, rules] = received.mock.calls.find(([what]) => what === 'rules') ?? [];
  expect(rules).toMatchObject({ version: 0, rules: [{ title: 'Be kind' }, {}, {}, {}, {}] });
});

it('can be skipped, and explains why something could not be saved', async () => {
  server.use(
    mockRoute(routes.updateSiteSettings, () =>
      errorResponse({ status: 409, code: 'conflict', message: 'Somebody else …' }),
    ),
  );
  const user = renderApp('/setup');
  for (const button of ['Continue', 'Continue', 'Continue', 'Finish']) {
    await user.click(await screen.findByRole('button', { name: button }));
  }
  expect(await screen.findByText('Somebody else …')).toBeVisible();
  expect(received).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Skip the setup' }));
  await waitFor(() => expect(received).toHaveBeenCalledExactlyOnceWith('finish'));
});

it('shows nothing to moderators', async () => {
  givenUser('moderator');
  renderApp('/setup');
  expect(await screen.findByText('Only moderators and administrators can see this.')).toBeVisible();
});

it('is linked from the feed of a new instance for administrators', async () => {
  const meta = document.createElement('meta');
  Object.assign(meta, { name: 'setup', content: 'on' });
  document.head.append(meta);
  givenFeed([], { role: 'owner', isAdmin: true });
  const user = renderApp('/feed');
  await user.click(await screen.findByRole('link', { name: 'Set it up' }));
  expect(await screen.findByText('Step 1 of 4')).toBeVisible();
  meta.remove();
});

/** The user of the first account. The server accepts the code, or every claim without one. */
function givenOwnerOffer(setupCode: string | null) {
  let current: CurrentUser = givenSession(
    aUser({ role: 'member', isAdmin: false, canSetUp: true }),
  );
  server.use(
    mockRoute(routes.getCurrentUser, () => current),
    mockRoute(routes.becomeOwner, async (request) => {
      const { code } = (await request.json()) as { code: string };
      if (setupCode !== null && code !== setupCode) {
        const message = code === '' ? 'Enter the setup code.' : "This setup code isn't valid.";
        const errors = [{ path: 'code', message }];
        return errorResponse({ status: 400, code: 'validation_failed', message, errors });
      }
      current = { ...current, role: 'owner', isAdmin: true };
      return done("You're now the owner of this instance.");
    }),
  );
}

it('makes the user of the first account the owner, and continues with the setup', async () => {
  givenOwnerOffer(null);
  const user = renderApp('/setup');
  const button = await screen.findByRole('button', { name: 'Become the owner' });
  expect(screen.queryByLabelText('Setup code')).not.toBeInTheDocument();
  await user.click(button);
  const heading = await screen.findByRole('heading', { name: 'Name your instance' });
  await waitFor(() => expect(heading).toHaveFocus());
});

it('asks for the setup code if the server requires it', async () => {
  givenOwnerOffer('abcd-efgh-2345');
  const user = renderApp('/setup');
  await user.click(await screen.findByRole('button', { name: 'Become the owner' }));
  const field = await screen.findByLabelText('Setup code');
  expect(field).toHaveAccessibleDescription('Enter the setup code.');
  await waitFor(() => expect(field).toHaveFocus());
  await user.type(field, 'wrong{Enter}');
  await waitFor(() => expect(field).toHaveAccessibleDescription("This setup code isn't valid."));
  await user.clear(field);
  await user.type(field, 'abcd-efgh-2345{Enter}');
  expect(await screen.findByRole('heading', { name: 'Name your instance' })).toBeVisible();
});

it('takes the setup code from the link of the server', async () => {
  givenOwnerOffer('abcd-efgh-2345');
  const user = renderApp('/register#setup=abcd-efgh-2345');
  expect(await screen.findByLabelText('Setup code')).toHaveValue('abcd-efgh-2345');
  await user.click(screen.getByRole('button', { name: 'Become the owner' }));
  expect(await screen.findByRole('heading', { name: 'Name your instance' })).toBeVisible();
});
