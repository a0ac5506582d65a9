import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { CurrentUser } from '@skein/contracts/users';
import { openFirstSteps } from '../../lib/first-steps.ts';
import { watchInstallPrompt } from '../../lib/install-prompt.ts';
import { mockRoute, server } from '../../testing/api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { givenOwnProfile } from '../../testing/settings.ts';
import { aFeedPage } from '../../testing/threads.ts';
import { aListedUser } from '../../testing/users.ts';

let viewer: CurrentUser;
let saves: Record<string, string[]>[];

beforeEach(() => {
  ({ user: viewer, saves } = givenOwnProfile({ bio: null }));
  server.use(
    mockRoute(routes.listFeed, () => aFeedPage([])),
    mockRoute(routes.listImports, () => []),
    mockRoute(routes.suggestHashtags, () => [{ tag: 'wool', threadsCount: 3 }]),
  );
});

const findStep = async (name: string) => within(await screen.findByRole('region', { name }));

it('saves the bio, suggests users by hashtag, imports, installs, and can be opened again', async () => {
  const asked: (string | null)[] = [];
  server.use(
    mockRoute(routes.listSuggestedUsers, ({ url }) => {
      asked.push(new URL(url).searchParams.get('hashtags'));
      const [open, closed] = [{ name: 'Ada Weaver' }, { name: 'Ben Loom', isPrivate: true }];
      return [aListedUser(open), aListedUser(closed)];
    }),
  );
  openFirstSteps(viewer.id);
  const user = renderApp('/feed');
  const profile = await findStep('Introduce yourself');
  await user.type(profile.getByRole('textbox', { name: 'Bio' }), 'Spins');
  await user.click(profile.getByRole('button', { name: 'Continue' }));

  const people = await findStep('People to follow');
  expect(saves).toMatchObject([{ bio: ['Spins'] }]);
  await user.click(await people.findByRole('button', { name: '#wool' }));
  await waitFor(() => expect(asked).toContain('wool'));
  const rows = within(people.getByRole('list', { name: 'People to follow' }));
  expect(rows.getByRole('button', { name: 'Follow' })).toHaveAccessibleDescription(/Ada Weaver/);
  expect(rows.getByRole('button', { name: 'Request' })).toHaveAccessibleDescription(/Ben Loom/);
  await user.click(people.getByRole('button', { name: 'Continue' }));

  const imports = await findStep('Bring your follows');
  expect(imports.getByLabelText('CSV file')).toBeInTheDocument();
  expect(imports.queryByRole('radio')).not.toBeInTheDocument();
  await user.click(imports.getByRole('button', { name: 'Continue' }));

  const device = await findStep('Stay up to date');
  const prompt = vi.fn<() => Promise<{ outcome: 'accepted' }>>();
  watchInstallPrompt();
  const event = Object.assign(new Event('beforeinstallprompt'), { prompt });
  act(() => void window.dispatchEvent(event));
  await user.click(device.getByRole('button', { name: 'Install' }));
  expect(prompt).toHaveBeenCalledOnce();
  await user.click(device.getByRole('button', { name: 'Finish' }));
  expect(screen.queryByRole('region', { name: 'Stay up to date' })).not.toBeInTheDocument();

  await user.click(screen.getAllByRole('button', { name: 'Account' })[0] ?? document.body);
  await user.click(await screen.findByRole('menuitem', { name: 'First steps' }));
  expect((await findStep('Introduce yourself')).getByText('First steps: 1 of 4')).toBeVisible();
});

it('stays closed until it is resumed at the same step', async () => {
  server.use(mockRoute(routes.listSuggestedUsers, () => []));
  openFirstSteps(viewer.id);
  const user = renderApp('/feed');
  const profile = await findStep('Introduce yourself');
  await user.click(profile.getByRole('button', { name: 'Continue' }));
  await user.click(
    (await findStep('People to follow')).getByRole('button', { name: 'Close the first steps' }),
  );
  expect(screen.queryByRole('region', { name: 'People to follow' })).not.toBeInTheDocument();
  expect(saves).toEqual([]);
  act(() => openFirstSteps(viewer.id));
  expect((await findStep('People to follow')).getByText('First steps: 2 of 4')).toBeVisible();
});
